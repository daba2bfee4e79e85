import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEngine, type Engine } from '#engine';
import { fivePoints } from '#engine/neural/five-points';
import type { RecipeManifest } from '#engine/neural/packs/recipe-manifest';
import type { PackType } from '#engine/neural/packs/types';
import type { Image } from '#engine/types';
import { landmarksAt, withoutRounding, writeModelsThatSee } from '#tests/support/fixed-face';
import { scratchFolder } from '#tests/support/scratch';
import {
  constantNet,
  emapTensor,
  tinyConverter,
  tinyEnhancer,
  tinyParser,
  tinySwapper,
  type SwapArithmetic,
} from '#tests/support/tiny-nets';
import { writePack, writeRecipes } from '#tests/support/tiny-packs';
import { embedding, emapAt, targetEmbedding } from './embeddings';
import { occluderAnswer, parserAnswer } from './net-answers';
import { cut, difference, readPixels, readPoints, readScene, readVector } from './vectors';

/**
 * The same reference values through the engine's public API. The scene shows no face, so the nets that find faces are
 * replaced by nets that always see one, at the reference's points. A second engine with the same packs reads the source:
 * there the face is at other points and has another embedding.
 */

interface SwapRow {
  file: string;
  model: string;
  boost: number;
  net: SwapArithmetic;
  shown: number[];
  face_mask_types?: RecipeManifest['masks'];
  face_swapper_weight?: number;
}

interface EnhancerRow {
  file: string | null;
  model: string;
  blend: number;
  shown: number[];
  meanOfRegion: number[];
}

const { rows } = await readVector<{ rows: SwapRow[] }>('swaps');
const enhancers = await readVector<EnhancerRow[]>('enhancers');

const swappers = new Map(rows.map(({ model, net }) => [model, net]));
const typeOf = (model: string) => model.split('_')[0] as PackType;
const sizeOf = (model: string) => Number(/_(128|256|512)/.exec(model)?.[1] ?? 512);
/** Sides of the source pictures. */
const pictures: Partial<Record<PackType, number>> = { uniface: 256, blendswap: 112 };
const idOf = (model: string, more: string | number = '') => `${model}-${more}`.replaceAll('.', '-').toLowerCase();
const qualityOf = (row: SwapRow) => path.basename(row.file, '.png').toLowerCase();

const folder = mkdtempSync(path.join(tmpdir(), 'faceswap-reference-'));
let scene: string;
let painter: Engine;
let reader: Engine;

beforeAll(async () => {
  const picture = await readScene();
  scene = path.join(folder, 'scene.png');
  await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .png()
    .toFile(scene);
  const { landmarks68 } = await readVector<{ landmarks68: number[][] }>('area');
  const points = await readPoints('front');
  const face = withoutRounding(landmarksAt(points, landmarks68.flat()), points, picture);
  painter = await engineThatSees(face, targetEmbedding);
  reader = await engineThatSees(landmarksAt(await readPoints('rolled33')), embedding);
});

afterAll(async () => {
  await Promise.all([painter.close(), reader.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function engineThatSees(landmarks: Float32Array, identity: Float32Array): Promise<Engine> {
  const [modelsDir, dir] = ['models', 'packs'].map((name) => path.join(mkdtempSync(`${folder}/`), name));
  writeModelsThatSee(landmarks, { width: 400, height: 300 }, modelsDir);
  writePacks(dir, identity);
  return openEngine({ modelsDir, threads: 1, neural: { dir, device: 'cpu', threads: 1 } });
}

function writePacks(dir: string, identity: Float32Array): void {
  const pack = (id: string, type: PackType, net: Buffer, manifest = {}) => writePack(dir, { id, type, net, manifest });
  pack('arcface', 'arcface', constantNet('input', [1, 3, 112, 112], 'embedding', [1, 512], identity));
  pack('crossface', 'crossface', tinyConverter());
  pack('xseg', 'xseg', constantNet('input', [1, 256, 256, 3], 'output', [1, 256, 256, 1], occluderAnswer()));
  pack('bisenet', 'bisenet', constantNet('input', [1, 3, 512, 512], 'output', [1, 19, 512, 512], parserAnswer()));
  pack('background', 'bisenet', tinyParser(0));
  for (const [model, net] of swappers) {
    const [type, size] = [typeOf(model), sizeOf(model)];
    const emap = type === 'inswapper' ? emapTensor(emapAt) : undefined;
    pack(idOf(model), type, tinySwapper(net, { size, picture: pictures[type], emap }), { size });
  }
  for (const { model } of enhancers) {
    const [type, size] = [typeOf(model), sizeOf(model)];
    pack(idOf(model), type, tinyEnhancer(size, { weight: type === 'codeformer' }), { size });
  }
  writeRecipes(dir, [
    ...rows.map((row) => ({
      id: qualityOf(row),
      swapper: idOf(row.model),
      boost: row.boost,
      masks: row.face_mask_types ?? ['box' as const],
      weight: row.face_swapper_weight ?? 0.5,
      parser: 'bisenet',
    })),
    // Where the parser sees the background alone, the swapped face is masked out.
    ...enhancers.map(({ model, blend }) => ({
      id: idOf(model, 'alone'),
      swapper: idOf(rows[0].model),
      masks: ['region' as const],
      parser: 'background',
      enhancer: idOf(model),
      blend,
    })),
  ]);
}

async function swapScene(quality: string) {
  const source = await reader.prepare([scene], { quality });
  const out = path.join(scratchFolder(), 'result.png');
  await painter.swap({ media: scene, bindings: { p1: source }, out, label: { visible: false } });
  const { data, info } = await sharp(out).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

test('1–7. the engine finds the face of the scene where the reference has it, and can run every quality', async () => {
  expect(painter.qualities().filter(({ available }) => !available)).toEqual([]);
  const { persons } = await painter.analyse(scene);
  expect(fivePoints(persons[0].landmarks)).toEqual(await readPoints('front'));
});

test.each(rows)('1–7. engine.swap with $model at $boost pixels makes the picture of the reference', async (row) => {
  const swapped = await swapScene(qualityOf(row));
  const { largest, shareAboveOne } = difference(cut(swapped, row.shown), (await readPixels(row.file)).data);
  expect(largest).toBeLessThanOrEqual(2);
  expect(shareAboveOne).toBeLessThan(0.005);
  expect(difference(outside(swapped, row.shown), outside(await readScene(), row.shown)).largest).toBe(0);
});

/** The picture with the rectangle in black. */
function outside({ width, data }: Image, [left, top, right, bottom]: number[]): Uint8Array {
  const rest = data.slice();
  for (let y = top; y < bottom; y++) rest.fill(0, 3 * (y * width + left), 3 * (y * width + right));
  return rest;
}

test.each(enhancers)('8. engine.swap with the enhancer $model makes the picture of the reference', async (row) => {
  const { file, model, shown, meanOfRegion } = row;
  const region = cut(await swapScene(idOf(model, 'alone')), shown);
  if (file) expect(difference(region, (await readPixels(file)).data).largest).toBeLessThanOrEqual(2);
  meanOfRegion.forEach((mean, k) => {
    const found = region.reduce((sum, value, i) => sum + (i % 3 === k ? value : 0), 0) / (region.length / 3);
    expect(Math.abs(found - mean)).toBeLessThan(0.6);
  });
});
