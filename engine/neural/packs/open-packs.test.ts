import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { brokenSwapper, tinyEnhancer, tinyOccluder, tinyParser, tinySwapper } from '#tests/support/tiny-nets';
import {
  acceptedLicence,
  tinyArcface,
  tinyCrossface,
  tinyHyperswap,
  tinyInswapper,
  writePack,
  writeTinyPacks,
  type TinyPack,
} from '#tests/support/tiny-packs';
import { scratchFolder } from '#tests/support/scratch';
import { netFile } from '#engine/neural/from-packs';
import { assertUnchanged } from './integrity';
import { openPacks, type OpenPacksOptions } from './open-packs';
import type { ReadyPack } from './types';

const fade = { a: 0.1, b: 0.5, k: 0.2 };

async function onlyPack(
  pack: TinyPack,
  change: (folder: string) => void = () => undefined,
  options?: OpenPacksOptions,
) {
  const folder = scratchFolder();
  writePack(folder, pack);
  change(folder);
  const [opened] = (await openPacks(folder, options)).packs;
  return opened!;
}

test('hand-written packs of every kind are ready', async () => {
  const folder = scratchFolder();
  const swapper = (id: string, type: TinyPack['type'], options: Parameters<typeof tinySwapper>[1] = {}) =>
    writePack(folder, { id, type, net: tinySwapper(fade, { size: 256, ...options }) });
  writeTinyPacks(folder);
  writePack(folder, tinyHyperswap());
  writePack(folder, tinyCrossface());
  for (const type of ['simswap', 'ghost', 'hififace'] as const) swapper(type, type);
  swapper('uniface', 'uniface', { picture: 256 });
  swapper('blendswap', 'blendswap', { picture: 112 });
  writePack(folder, { id: 'xseg', type: 'xseg', net: tinyOccluder() });
  writePack(folder, { id: 'bisenet', type: 'bisenet', net: tinyParser() });
  writePack(folder, { id: 'gpen', type: 'gpen', net: tinyEnhancer(256), manifest: { size: 256 } });
  writePack(folder, { id: 'codeformer', type: 'codeformer', net: tinyEnhancer(512, { weight: true }) });
  const { packs } = await openPacks(folder);
  expect(packs.map(({ id, fault }) => [id, fault]).filter(([, fault]) => fault)).toEqual([]);
  expect(packs).toHaveLength(13);
});

test('without recipes.json there is one quality, of the first swapper that is ready', async () => {
  const folder = scratchFolder();
  writeTinyPacks(folder);
  const { recipes } = await openPacks(folder);
  expect(recipes).toMatchObject([{ id: 'neural', swapper: 'inswapper_128', priceFactor: 1 }]);
  expect(recipes[0]!.fault).toBeUndefined();
  expect(Object.keys(recipes[0]!.packs).sort()).toEqual(['recogniser', 'swapper']);
});

test('a quality says which pack is missing, and its fingerprint changes with its options', async () => {
  const folder = scratchFolder();
  writeTinyPacks(folder);
  const recipe = { id: 'high', name: 'High', swapper: 'inswapper_128' };
  const recipes = [recipe, { ...recipe, id: 'higher', boost: 256 }, { ...recipe, id: 'odd', boost: 200 }];
  const missing = { ...recipe, id: 'best', enhancer: 'gfpgan' };
  writeFileSync(path.join(folder, 'recipes.json'), JSON.stringify([...recipes, missing]));
  const opened = (await openPacks(folder)).recipes;
  expect(opened.map(({ id, fault }) => [id, fault?.code])).toEqual([
    ['high', undefined],
    ['higher', undefined],
    ['odd', 'model_unfit'],
    ['best', 'model_missing'],
  ]);
  expect(opened[3]!.fault!.message).toContain('best needs the enhancer gfpgan');
  expect(opened[0]!.fingerprint).not.toBe(opened[1]!.fingerprint);
});

test('a swapper that names its recogniser still has its converter', async () => {
  const folder = scratchFolder();
  writePack(folder, tinyArcface());
  writePack(folder, { ...tinyArcface(), id: 'arcface_other' });
  writePack(folder, tinyCrossface());
  const needs = { recogniser: tinyArcface().id };
  writePack(folder, { id: 'ghost', type: 'ghost', net: tinySwapper(fade, { size: 256 }), manifest: { needs } });
  const [recipe] = (await openPacks(folder)).recipes;
  expect(recipe!.fault).toBeUndefined();
  expect(recipe!.packs).toMatchObject({ recogniser: { id: needs.recogniser }, converter: { id: tinyCrossface().id } });
});

const tampered = (folder: string) => appendFileSync(path.join(folder, 'inswapper_128/inswapper_128.onnx'), 'x');
const unaccepted = { licence: { ...acceptedLicence, accepted: undefined } };
const research = { licence: { ...acceptedLicence, commercial: false } };
const granted = { licence: { ...research.licence, accepted: { ...acceptedLicence.accepted, grant: 'contract 7' } } };
const unsuitable = { net: tinySwapper(fade, { size: 256 }), type: 'inswapper' } as const;

type Faulty = [title: string, pack: TinyPack, state: string, code: string, message: RegExp];
test.each<Faulty>([
  [
    'licence is not accepted',
    { ...tinyInswapper(), manifest: unaccepted },
    'unaccepted',
    'model_unlicensed',
    /Test-1\.0/,
  ],
  ['shape differs', { ...tinyInswapper(), ...unsuitable }, 'unfit', 'model_unfit', /Expected.*128.*Found.*256/],
  ['input has another name', { ...tinyArcface(), net: tinyCrossface().net }, 'unfit', 'model_unfit', /the input input/],
  ['matrix is absent', { id: 'bare', type: 'inswapper', net: brokenSwapper() }, 'unfit', 'model_unfit', /512 × 512/],
  [
    'net answers NaN',
    { id: 'nan', type: 'hyperswap', net: brokenSwapper(256) },
    'unfit',
    'model_unfit',
    /contains NaN/,
  ],
  [
    'net answers one colour',
    { id: 'plain', type: 'hyperswap', net: tinySwapper({ a: 0.5, b: 0, k: 0 }, { size: 256 }) },
    'unfit',
    'model_unfit',
    /is 0\.5 everywhere/,
  ],
  [
    'file is no net',
    { ...tinyArcface(), net: Buffer.from('<html>Sign in</html>') },
    'unfit',
    'model_unfit',
    /not an ONNX/,
  ],
  ['file leaves the folder', { ...tinyArcface(), manifest: { file: '../a.onnx' } }, 'unfit', 'model_unfit', /file/],
  ['field has no effect', { ...tinyArcface(), manifest: { points: 'iris' } }, 'unfit', 'model_unfit', /points/],
  [
    'boost is no multiple',
    { ...tinyInswapper(), manifest: { boost: [200] } },
    'unfit',
    'model_unfit',
    /boost 200.*128/,
  ],
  ['name is not its folder', { ...tinyArcface(), manifest: { id: 'other' } }, 'unfit', 'model_unfit', /Rename/],
])('a pack whose %s is not used', async (_title, pack, state, code, message) => {
  const found = await onlyPack(pack);
  expect({ state: found.state, code: found.fault?.code }).toEqual({ state, code });
  expect(found.fault?.message).toMatch(message);
});

test('a file that is absent, altered or a link is not used', async () => {
  const file = 'inswapper_128/inswapper_128.onnx';
  const absent = await onlyPack(tinyInswapper(), (folder) => rmSync(path.join(folder, file)));
  expect(absent).toMatchObject({ state: 'absent', fault: { code: 'model_missing' } });
  const altered = await onlyPack(tinyInswapper(), tampered);
  expect(altered).toMatchObject({ state: 'altered', fault: { code: 'model_altered' } });
  const linked = await onlyPack(tinyInswapper(), (folder) => {
    renameSync(path.join(folder, file), path.join(folder, 'inswapper_128/moved'));
    symlinkSync('moved', path.join(folder, file));
  });
  expect(linked).toMatchObject({ state: 'absent', fault: { message: expect.stringContaining('symbolic link') } });
});

test('what is not for commercial use needs a grant where plans are sold', async () => {
  const pack = { ...tinyArcface(), manifest: research };
  expect(await onlyPack(pack)).toMatchObject({ state: 'ready' });
  const sold = await onlyPack(pack, undefined, { sellsPlans: true });
  expect(sold).toMatchObject({ state: 'unlicensed', fault: { code: 'model_unlicensed' } });
  expect(await onlyPack({ ...pack, manifest: granted }, undefined, { sellsPlans: true })).toMatchObject({
    state: 'ready',
  });
});

test('a file without pack.json is unknown', async () => {
  const folder = scratchFolder();
  writeFileSync(path.join(folder, 'model.onnx'), tinyArcface().net);
  mkdirSync(path.join(folder, 'empty'));
  const { packs, recipes } = await openPacks(folder);
  expect(packs.map(({ id, state }) => [id, state])).toEqual([
    ['empty', 'unknown'],
    ['model.onnx', 'unknown'],
  ]);
  expect(recipes).toEqual([]);
});

test('a pack that changes on disk after it was opened is noticed', async () => {
  const folder = scratchFolder();
  writePack(folder, tinyInswapper());
  const [pack] = (await openPacks(folder)).packs;
  await expect(assertUnchanged(pack!)).resolves.toBeUndefined();
  tampered(folder);
  await expect(assertUnchanged(pack!)).rejects.toMatchObject({ code: 'model_altered' });
  expect((await openPacks(folder)).packs[0]).toMatchObject({ state: 'altered' });
});

test('a file of tensors that changes on disk after its pack was opened is noticed', async () => {
  const weights = Buffer.from('weights');
  const sha256 = createHash('sha256').update(weights).digest('hex');
  const data = [{ file: 'weights.bin', sha256 }];
  const place = path.join(tinyInswapper().id, 'weights.bin');
  let file = '';
  const pack = await onlyPack({ ...tinyInswapper(), manifest: { data } }, (folder) => {
    file = path.join(folder, place);
    writeFileSync(file, weights);
  });
  const net = netFile(pack as ReadyPack);
  await expect(assertUnchanged(net)).resolves.toBeUndefined();
  appendFileSync(file, 'x');
  await expect(assertUnchanged(net)).rejects.toMatchObject({
    code: 'model_altered',
    message: expect.stringContaining('weights.bin'),
  });
});

test('the memory of a net is estimated by all its files', async () => {
  const pack = (await onlyPack(tinyInswapper())) as ReadyPack;
  const megabytes = (bytes: number) => ({ ...pack.stamp, bytes: bytes * 1e6 });
  const data = [{ file: 'weights.bin', stamp: megabytes(500) }];
  expect(netFile({ ...pack, stamp: megabytes(1), data })).toMatchObject({ memoryMB: 802 });
});
