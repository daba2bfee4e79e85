import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RecipeManifest } from '#engine/neural/packs/recipe-manifest';
import type { PackType } from '#engine/neural/packs/types';
import { emapTensor, tinyConverter, tinyRecogniser, tinySwapper } from './tiny-nets';

export interface TinyPack {
  id: string;
  type: PackType;
  net: Buffer;
  /** Replaces fields of pack.json. */
  manifest?: Record<string, unknown>;
}

export const acceptedLicence = {
  id: 'Test-1.0',
  commercial: true,
  accepted: { by: 'operator', at: '2026-09-01T10:00:00Z' },
};

/** Writes a pack as an operator would by hand. */
export function writePack(folder: string, { id, type, net, manifest = {} }: TinyPack): void {
  mkdirSync(path.join(folder, id), { recursive: true });
  const file = `${id}.onnx`;
  writeFileSync(path.join(folder, id, file), net);
  const sha256 = createHash('sha256').update(net).digest('hex');
  const content = { format: 1, id, type, name: id, file, sha256, licence: acceptedLicence, ...manifest };
  writeFileSync(path.join(folder, id, 'pack.json'), JSON.stringify(content));
}

const fade = { a: 0.1, b: 0.5, k: 0.2 };

/** Multiplies by 1 on the diagonal; made once, because encoding its 262 144 numbers takes a while. */
let emap: ReturnType<typeof emapTensor> | undefined;
export const identityEmap = () => (emap ??= emapTensor((row, column) => (row === column ? 1 : 0)));

export const tinyInswapper = (): TinyPack => ({
  id: 'inswapper_128',
  type: 'inswapper',
  net: tinySwapper(fade, { emap: identityEmap() }),
});

export const tinyHyperswap = (): TinyPack => ({
  id: 'hyperswap_1a_256',
  type: 'hyperswap',
  net: tinySwapper(fade, { size: 256, mask: true }),
});

export const tinyArcface = (): TinyPack => ({ id: 'arcface_w600k_r50', type: 'arcface', net: tinyRecogniser() });
export const tinyCrossface = (): TinyPack => ({ id: 'crossface_ghost', type: 'crossface', net: tinyConverter() });

/** What a recipe with an embedding needs: an InSwapper and its recogniser. */
export function writeTinyPacks(folder: string): void {
  writePack(folder, tinyInswapper());
  writePack(folder, tinyArcface());
}

type GivenRecipe = Partial<RecipeManifest> & Pick<RecipeManifest, 'id' | 'swapper'>;

export function writeRecipes(folder: string, recipes: readonly GivenRecipe[]): void {
  const named = recipes.map((recipe) => ({ name: recipe.id, ...recipe }));
  writeFileSync(path.join(folder, 'recipes.json'), JSON.stringify(named));
}
