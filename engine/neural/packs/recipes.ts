import { createHash } from 'node:crypto';
import type { SwapperSpec } from '#engine/neural/spec';
import { packError, faultOf } from './fault';
import type { PackManifest } from './manifest';
import { convertsEmbedding, specOfKind } from './pack-spec';
import { recipeManifest, type RecipeManifest } from './recipe-manifest';
import { isReady, packKinds, type Pack, type PackKind, type ReadyPack, type Recipe } from './types';

/** Without recipes.json: one recipe with the first swapper that is ready, else with the first at all. */
export function defaultRecipes(packs: readonly Pack[]): RecipeManifest[] {
  const swappers = packs.filter(({ manifest }) => manifest && packKinds[manifest.type] === 'swapper');
  const first = swappers.find(isReady) ?? swappers[0];
  return first ? [recipeManifest.parse({ id: 'neural', name: 'Neural', swapper: first.id })] : [];
}

export function resolveRecipe(recipe: RecipeManifest, packs: readonly Pack[]): Recipe {
  const ready: Partial<Record<PackKind, ReadyPack>> = {};
  try {
    ready.swapper = readyPack(recipe, packs, 'swapper', recipe.swapper);
    assertBoost(recipe, specOfKind(ready.swapper.manifest, 'swapper'));
    const needs = needsOf(ready.swapper.manifest);
    for (const kind of needs) {
      const named = kind === 'recogniser' || kind === 'converter' ? ready.swapper.manifest.needs?.[kind] : undefined;
      ready[kind] = readyPack(recipe, packs, kind, named);
    }
    if (recipe.masks.includes('occlusion')) ready.occluder = readyPack(recipe, packs, 'occluder', recipe.occluder);
    if (recipe.masks.includes('region')) ready.parser = readyPack(recipe, packs, 'parser', recipe.parser);
    if (recipe.enhancer) ready.enhancer = readyPack(recipe, packs, 'enhancer', recipe.enhancer);
    return { ...recipe, packs: ready, fingerprint: fingerprintOf(recipe, ready) };
  } catch (error) {
    return { ...recipe, packs: ready, fingerprint: fingerprintOf(recipe, ready), fault: faultOf(error) };
  }
}

function assertBoost({ id, boost }: RecipeManifest, { size, boosts }: SwapperSpec): void {
  if (boost === undefined || boost === size || boosts.includes(boost)) return;
  throw packError(
    'model_unfit',
    `The quality ${id} has the boost ${boost}, and its swapper offers ${boosts.join(', ')}. Choose one of these.`,
  );
}

/** Nets without which this swapper cannot read a source. */
function needsOf(manifest: PackManifest): PackKind[] {
  const spec = specOfKind(manifest, 'swapper');
  if (spec.source.take === 'picture') return [];
  return convertsEmbedding(manifest, spec) ? ['recogniser', 'converter'] : ['recogniser'];
}

/** @param id absent: the only ready one of its kind */
function readyPack(recipe: RecipeManifest, packs: readonly Pack[], kind: PackKind, id?: string): ReadyPack {
  const ofKind = packs.filter(({ manifest }) => manifest && packKinds[manifest.type] === kind);
  const found = id === undefined ? onlyOne(recipe, kind, ofKind) : packs.find((pack) => pack.id === id);
  const wanted = `The quality ${recipe.id} needs the ${kind} ${id ?? ''}`.trimEnd();
  if (!found) {
    throw packError('model_missing', `${wanted}, which is not installed. Add it with \`npm run models -- add\`.`);
  }
  if (!isReady(found)) {
    const { code = 'model_missing', message = '' } = found.fault ?? {};
    throw packError(code, `The quality ${recipe.id} needs the pack ${found.id}. ${message}`);
  }
  if (packKinds[found.manifest.type] !== kind) {
    throw packError('model_unfit', `${wanted}, but ${found.id} is of type ${found.manifest.type}. Name another pack.`);
  }
  return found;
}

function onlyOne({ id }: RecipeManifest, kind: PackKind, packs: Pack[]): Pack | undefined {
  const ready = packs.filter(isReady);
  if (ready.length < 2) return ready[0] ?? packs[0];
  const names = ready.map((pack) => pack.id).join(', ');
  const where = kind === 'recogniser' || kind === 'converter' ? `"needs" of the swapper's pack.json` : 'recipes.json';
  throw packError(
    'model_unfit',
    `The quality ${id} needs one ${kind}, and there are several: ${names}. Name it in ${where}.`,
  );
}

function fingerprintOf({ name: _name, priceFactor: _factor, ...options }: RecipeManifest, packs: Recipe['packs']) {
  const nets = Object.entries(packs).map(([kind, { manifest }]) => [kind, arithmeticOf(manifest)]);
  return createHash('sha256')
    .update(JSON.stringify([options, nets]))
    .digest('hex');
}

function arithmeticOf({ name: _1, vendor: _2, origin: _3, licence: _4, memoryMB: _5, ...manifest }: PackManifest) {
  return manifest;
}
