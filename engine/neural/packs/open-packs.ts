import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { packChecks, type CheckOptions } from './check-pack';
import { faultOf, packError } from './fault';
import { packManifest, packId } from './manifest';
import { readJson } from './read-json';
import { recipeList } from './recipe-manifest';
import { defaultRecipes, resolveRecipe } from './recipes';
import type { Pack, PackFault, Packs, PackState, StampedFile } from './types';
import { VerifiedFiles } from './verified';

export type OpenPacksOptions = CheckOptions;

export const PACK_FILE = 'pack.json';
export const RECIPES_FILE = 'recipes.json';

/**
 * Packs and recipes of a folder, with their states. A pack that cannot be used is no error: its fault says why.
 * @throws EngineError `model_missing` without the folder, `model_unfit` for an invalid recipes.json
 */
export async function openPacks(folder: string, options: OpenPacksOptions = {}): Promise<Packs> {
  const root = path.resolve(folder);
  const verified = await VerifiedFiles.open(root);
  const packs: Pack[] = [];
  for (const entry of await list(root)) {
    const file = path.join(root, entry.name);
    if (entry.name.startsWith('.') || entry.name.endsWith('.part')) continue;
    if (entry.isDirectory()) packs.push(await readPack(file, verified, options));
    else if (entry.isSymbolicLink() || entry.name.endsWith('.onnx')) packs.push(unknownPack(file));
  }
  await verified.save();
  const listed = await readJson(path.join(root, RECIPES_FILE), recipeList);
  const recipes = (listed ?? defaultRecipes(packs)).map((recipe) => resolveRecipe(recipe, packs));
  return { folder: root, packs, recipes };
}

async function list(root: string) {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    throw packError(
      'model_missing',
      `The folder of neural models ${root} cannot be read. Create it, or correct NEURAL_MODELS_DIR.`,
      cause,
    );
  }
}

async function readPack(folder: string, verified: VerifiedFiles, options: CheckOptions): Promise<Pack> {
  const id = path.basename(folder);
  let manifest: Pack['manifest'];
  let [file, state]: [string, PackState] = [folder, 'unfit'];
  try {
    manifest = await readJson(path.join(folder, PACK_FILE), packManifest);
    if (!manifest) return unknownPack(folder);
    file = path.join(folder, manifest.file);
    if (manifest.id !== id || !packId.safeParse(id).success) throw misnamed(folder, manifest.id);
    for (const [failed, check] of packChecks) {
      state = failed;
      await check({ folder, manifest, verified }, options);
    }
    const stampOf = async (name: string) => (await verified.hash(path.join(folder, name))).stamp;
    const data: StampedFile[] = [];
    for (const { file: name } of manifest.data ?? []) {
      data.push({ file: path.join(folder, name), stamp: await stampOf(name) });
    }
    return { id, state: 'ready', file, manifest, stamp: await stampOf(manifest.file), data };
  } catch (error) {
    const fault: PackFault = faultOf(error);
    return { id, state: fault.code === 'model_missing' ? 'absent' : state, fault, file, ...(manifest && { manifest }) };
  }
}

function misnamed(folder: string, id: string) {
  return packError('model_unfit', `The folder ${folder} holds the pack ${id}. Rename the folder to ${id}.`);
}

function unknownPack(file: string): Pack {
  const message = `${file} has no pack.json, so it is not used. Add it with \`npm run models -- add ${file}\`, which asks for what is needed.`;
  return { id: path.basename(file), state: 'unknown', file, fault: { code: 'model_missing', message } };
}
