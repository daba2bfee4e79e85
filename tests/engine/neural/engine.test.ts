import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FaceFinder } from '#engine/analyse/face-finder';
import { mediaKinds, openEngine, readLabel, type Engine, type Source } from '#engine';
import { COMPOSITE_WITH_TRAINED_MEDIA } from '#engine/label/xmp';
import { readPicture } from '#engine/media/read-picture';
import type { PackType } from '#engine/neural/packs/types';
import type { Image } from '#engine/types';
import { clipPath, makeClip } from '#tests/support/clips';
import { animated, portraitPath } from '#tests/support/portraits';
import { framesOf, segmentsIn, unevenClip } from '#tests/support/resumed-swaps';
import { scratchFolder } from '#tests/support/scratch';
import { brokenSwapper, tinyEnhancer, tinyRecogniser, tinySwapper } from '#tests/support/tiny-nets';
import { identityEmap, writePack, writeRecipes } from '#tests/support/tiny-packs';

/** The net inverts the face. */
const inverting = { a: 1, b: -1, k: 0 };

const faulty = ['altered', 'misshaped', 'mistyped', 'misnamed', 'nan', 'removed', 'unaccepted'];

let engine: Engine;
let otto: Source;
const packs = mkdtempSync(path.join(tmpdir(), 'faceswap-packs-'));

beforeAll(async () => {
  const net = (id: string, type: PackType, bytes: Buffer, manifest = {}) =>
    writePack(packs, { id, type, net: bytes, manifest });
  net('arcface', 'arcface', tinyRecogniser());
  net('inswapper_128', 'inswapper', tinySwapper(inverting, { emap: identityEmap() }));
  net('hyperswap', 'hyperswap', tinySwapper({ a: 0, b: -1, k: 0 }, { size: 256, mask: true }));
  net('half', 'hyperswap', tinySwapper({ a: 0, b: -1, k: 0 }, { size: 128, isHalf: true, batch: 'n' }), { size: 128 });
  net('gpen', 'gpen', tinyEnhancer(256), { size: 256 });
  net('nan', 'hyperswap', brokenSwapper(), { size: 128 });
  net('misnamed', 'hyperswap', tinySwapper(inverting), { size: 128, input: { target: { name: 'picture' } } });
  net('replaced', 'hyperswap', tinySwapper(inverting), { size: 128 });
  net('altered', 'hyperswap', tinySwapper(inverting), { size: 128, sha256: 'a'.repeat(64) });
  net('misshaped', 'hyperswap', tinySwapper(inverting));
  net('mistyped', 'hyperswap', tinyRecogniser());
  net('removed', 'hyperswap', tinySwapper(inverting), { size: 128 });
  rmSync(path.join(packs, 'removed', 'removed.onnx'));
  net('unaccepted', 'hyperswap', tinySwapper(inverting), { size: 128, licence: { id: 'MIT', commercial: true } });
  writeRecipes(packs, [
    { id: 'high', swapper: 'inswapper_128', masks: ['box'] },
    { id: 'half', swapper: 'half', boost: 256, masks: ['box'] },
    { id: 'enhanced', swapper: 'inswapper_128', masks: ['box'], enhancer: 'gpen' },
    { id: 'boosted', swapper: 'hyperswap', boost: 512, weight: 1, enhancer: 'gpen' },
    ...['replaced', ...faulty].map((id) => ({ id, swapper: id })),
    { id: 'absent', swapper: 'not-installed' },
  ]);
  engine = await openEngine({ threads: 2, neural: { dir: packs, device: 'cpu', threads: 1, cpuVideo: true } });
  utimesSync(path.join(packs, 'replaced', 'replaced.onnx'), new Date(), new Date(0));
  otto = await engine.prepare([portraitPath('otto')], { quality: 'high' });
});

afterAll(async () => {
  await engine.close();
  rmSync(packs, { recursive: true, force: true });
});

/** Mean of what was 255 − x in the middle of the face, over a square of 20 pixels. */
function inversion(before: Image, after: Image, { x, y }: { x: number; y: number }): number {
  let sum = 0;
  for (let row = y - 10; row < y + 10; row++)
    for (let i = 3 * (row * before.width + x - 10); i < 3 * (row * before.width + x + 10); i++)
      sum += Math.abs(255 - before.data[i] - after.data[i]);
  return sum / (3 * 400);
}

async function noseOf(file: string): Promise<{ x: number; y: number }> {
  const { persons } = await engine.analyse(file);
  const [x, y] = persons[0].landmarks.slice(3, 5);
  return { x: Math.round(x), y: Math.round(y) };
}

test('lists the mesh and each recipe', () => {
  const [mesh, high] = engine.qualities();
  expect(mesh).toMatchObject({ id: 'mesh', driver: 'mesh', available: true, kinds: mediaKinds, priceFactor: 1 });
  expect(high).toMatchObject({ id: 'high', driver: 'neural', available: true, kinds: mediaKinds });
});

test('15. swaps a photo with the net and labels it as painted by a trained model', async () => {
  const [media, out] = [portraitPath('freya'), path.join(scratchFolder(), 'result.png')];
  await engine.swap({ media, bindings: { p1: otto }, out, quality: 'high', label: { visible: false } });
  const [before, after] = [await readPicture(media), await readPicture(out)];
  expect(inversion(before.image, after.image, await noseOf(media))).toBeLessThan(3);
  expect(await readLabel(out)).toEqual({ marked: true, sourceTypes: [COMPOSITE_WITH_TRAINED_MEDIA] });

  const exported = path.join(scratchFolder(), 'exported.jpg');
  await engine.export({ media: out, out: exported, format: 'jpeg' });
  expect(await readLabel(exported)).toEqual({ marked: true, sourceTypes: [COMPOSITE_WITH_TRAINED_MEDIA] });
});

test('previews a photo with the net', async () => {
  const { jpeg } = await engine.preview({ media: portraitPath('freya'), bindings: { p1: otto }, width: 400 });
  expect(await readLabel(jpeg)).toMatchObject({ sourceTypes: [COMPOSITE_WITH_TRAINED_MEDIA] });
  const small = await sharp(portraitPath('freya')).resize(400).png().toBuffer();
  const [before, after] = [await readPicture(small), await readPicture(jpeg)];
  const { x, y } = await noseOf(portraitPath('freya'));
  const nose = { x: Math.round((x * 400) / 768), y: Math.round((y * 400) / 768) };
  expect(inversion(before.image, after.image, nose)).toBeLessThan(12);
});

test('paints with boost, weight, enhancer and its own mask, for several photos of one person', async () => {
  const photos = [portraitPath('otto'), portraitPath('otto')];
  const source = await engine.prepare(photos, { quality: 'boosted' });
  expect(source).toMatchObject({ quality: 'boosted', warnings: [] });
  const out = path.join(scratchFolder(), 'result.jpg');
  await engine.swap({ media: portraitPath('freya'), bindings: { p1: source }, out });
  expect(await readLabel(out)).toMatchObject({ sourceTypes: [COMPOSITE_WITH_TRAINED_MEDIA] });
});

test('swaps do not change their source', async () => {
  const [copy, folder] = [structuredClone(otto.prepared), scratchFolder()];
  const clip = await makeClip(path.join(folder, 'clip.mp4'), 'mp4', { seconds: 0.25 });
  for (const media of [portraitPath('freya'), clip]) {
    await engine.swap({ media, kinds: mediaKinds, bindings: { p1: otto }, out: path.join(folder, 'result') });
    expect(otto.prepared).toEqual(copy);
  }
});

test('swaps with a net of half floats that takes all tiles at once', async () => {
  const [media, out] = [portraitPath('freya'), path.join(scratchFolder(), 'result.png')];
  const bindings = { p1: await engine.prepare([portraitPath('otto')], { quality: 'half' }) };
  await engine.swap({ media, bindings, out, label: { visible: false } });
  const [before, after] = [await readPicture(media), await readPicture(out)];
  expect(inversion(before.image, after.image, await noseOf(media))).toBeLessThan(3);
});

test('an enhancer shows less in moving pictures than in photos', async () => {
  const bindings = { p1: await engine.prepare([portraitPath('otto')], { quality: 'enhanced' }) };
  const folder = scratchFolder();
  const media = await animated('webp', [40, 60]);
  const photo = path.join(folder, 'photo.png');
  writeFileSync(photo, await sharp(media).png().toBuffer());
  const label = { visible: false };
  const [still, moving] = ['still.png', 'moving.webp'].map((name) => path.join(folder, name));
  await engine.swap({ media: photo, bindings, out: still, label });
  await engine.swap({ media, kinds: mediaKinds, bindings, out: moving, label });
  const { image: original } = await readPicture(photo);
  const nose = await noseOf(photo);
  // Inverted, then by the net of the enhancer inverted back and made duller: the more, the nearer to the original.
  const [inStill, inMoving] = [still, moving].map(async (file) => {
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return inversion(original, { width: info.width, height: info.height, data }, nose);
  });
  expect(await inMoving).toBeLessThan(0.8 * (await inStill));
});

test('15. swaps an animation and labels it', async () => {
  const [folder, media] = [scratchFolder(), await animated('gif', [40, 60])];
  const out = path.join(folder, 'result.gif');
  const result = await engine.swap({ kinds: mediaKinds, media, bindings: { p1: otto }, out });
  expect(result).toMatchObject({ format: 'gif', frames: 2 });
  expect(await readLabel(out)).toEqual({ marked: true, sourceTypes: [COMPOSITE_WITH_TRAINED_MEDIA] });
  expect(readFileSync(out).equals(media)).toBe(false);
});

test('10, 11, 13, 15. resumes an aborted video with the same frames and its label, while a photo is swapped', async () => {
  const folder = scratchFolder();
  const media = await unevenClip(folder);
  const work = { folder: path.join(folder, 'work'), segmentMs: 500 };
  const outs = ['whole.mp4', 'resumed.mp4', 'photo.jpg'].map((name) => path.join(folder, name));
  const request = { kinds: mediaKinds, media, bindings: { p1: otto }, label: { visible: false }, toMs: 1500 };
  const photo = engine.swap({ media: portraitPath('freya'), bindings: { p1: otto }, out: outs[2] });
  await engine.swap({ ...request, out: outs[0], work: { ...work, folder: path.join(folder, 'other') } });
  await photo;
  const calling = new AbortController();
  const onFrames = ({ stage, framesDone }: { stage: string; framesDone: number }) => {
    if (stage === 'swapping' && framesDone === 14) calling.abort();
  };
  const aborted = engine.swap({ ...request, out: outs[1], work, onFrames, signal: calling.signal });
  await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
  expect((await segmentsIn(work.folder)).length).toBeGreaterThan(0);
  let painted = 0;
  const count = ({ stage }: { stage: string }) => void (painted += Number(stage === 'swapping'));
  const { frames } = (await engine.swap({ ...request, out: outs[1], work, onFrames: count })) as { frames: number };
  expect(painted).toBeLessThan(frames);
  expect(await framesOf(outs[1])).toBe(await framesOf(outs[0]));
  expect(await readLabel(outs[1])).toEqual({ marked: true, sourceTypes: [COMPOSITE_WITH_TRAINED_MEDIA] });
});

test('refuses a quality that there is not, and sources of another quality', async () => {
  const photos = [portraitPath('otto')];
  await expect(engine.prepare(photos, { quality: 'best' })).rejects.toMatchObject({ code: 'model_missing' });
  const request = { media: portraitPath('freya'), bindings: { p1: otto }, out: '/dev/null', quality: 'mesh' };
  await expect(engine.swap(request)).rejects.toThrow(/prepared for the quality high, not for mesh/);
});

test.each([
  ['altered', 'model_altered', /has the SHA-256 checksum/],
  ['misshaped', 'model_unfit', /Expected.*256.*Found.*128/],
  ['mistyped', 'model_unfit', /does not fit its type/],
  ['misnamed', 'model_unfit', /does not fit its type/],
  ['nan', 'model_unfit', /contains NaN/],
  ['removed', 'model_missing', /removed/],
  ['unaccepted', 'model_unlicensed', /not accepted/],
  ['absent', 'model_missing', /not installed/],
])('12. the quality of a pack that is %s is refused as %s', async (quality, code, message) => {
  expect(engine.qualities().find(({ id }) => id === quality)).toMatchObject({ available: false, fault: { code } });
  const prepared = engine.prepare([portraitPath('otto')], { quality });
  await expect(prepared).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
});

test('17. notices a net that changed on disk at its next load, and goes on with the others', async () => {
  const source = await engine.prepare([portraitPath('otto')], { quality: 'replaced' });
  const out = path.join(scratchFolder(), 'result.jpg');
  const swap = engine.swap({ media: portraitPath('freya'), bindings: { p1: source }, out });
  await expect(swap).rejects.toMatchObject({ code: 'model_altered' });
  await engine.swap({ media: portraitPath('freya'), bindings: { p1: otto }, out });
});

test('does not paint videos on the processor unless allowed', async () => {
  const careful = await openEngine({ neural: { dir: packs, device: 'cpu' } });
  try {
    expect(careful.qualities()[1]).toMatchObject({ id: 'high', kinds: ['photo', 'gif'] });
    const request = { kinds: mediaKinds, media: clipPath('turn'), bindings: { p1: otto }, out: '/dev/null' };
    await expect(careful.swap(request)).rejects.toMatchObject({ code: 'device_unavailable' });
  } finally {
    await careful.close();
  }
});

test('an engine whose folder of packs is missing leaves no net open', async () => {
  const load = vi.spyOn(FaceFinder, 'load');
  const dir = path.join(scratchFolder(), 'missing');
  await expect(openEngine({ neural: { dir, device: 'cpu' } })).rejects.toMatchObject({ code: 'model_missing' });
  expect(load).not.toHaveBeenCalled();
});
