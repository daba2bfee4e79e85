import { expect, test } from 'vitest';
import {
  converterSpec,
  enhancerSpec,
  needsConverter,
  occluderSpec,
  parserSpec,
  recogniserSpec,
  swapperSpec,
} from '#engine/neural/built-in';
import { enhanceFace } from '#engine/neural/enhance-face';
import { embeddingInput, identityOf } from '#engine/neural/identity';
import type { NetRunner } from '#engine/neural/net-runner';
import { pictureSource } from '#engine/neural/picture-source';
import { recipeDefaults, type MaskName, type NeuralRecipe } from '#engine/neural/recipe';
import type { SwapperType } from '#engine/neural/spec';
import { swapFace } from '#engine/neural/swap-face';
import { tinyConverter, tinyEnhancer, tinySwapper, emapTensor } from '#tests/support/tiny-nets';
import { tinyRunner } from '#tests/support/tiny-runner';
import { embedding, emap, emapAt, targetEmbedding } from './embeddings';
import { occluderAnswer, parserAnswer } from './net-answers';
import { cut, difference, readPixels, readPoints, readScene, readVector } from './vectors';

interface SwapRow {
  file: string;
  model: string;
  boost: number;
  runs: number;
  net: { a: number; b: number; k: number };
  shown: number[];
  face_mask_types?: string[];
  face_swapper_weight?: number;
}

const { rows } = await readVector<{ rows: SwapRow[] }>('swaps');

/** What the scene's nets would answer. */
function withAnswers(nets: NetRunner, answers: Record<string, Float32Array>): NetRunner {
  return { run: (net, ...rest) => (answers[net] ? Promise.resolve(answers[net].slice()) : nets.run(net, ...rest)) };
}

test.each(rows)('7. swaps with $model at $boost pixels as the reference', async (row) => {
  const {
    file,
    model,
    boost,
    runs,
    net,
    shown,
    face_mask_types: masks = ['box'],
    face_swapper_weight: weight = 0.5,
  } = row;
  const type = model.split('_')[0] as SwapperType;
  const size = /_(128|256|512)/.exec(model)![1];
  const swapper = swapperSpec(model, type, Number(size));
  const needsEmap = swapper.source.take === 'latent';
  const picture = swapper.source.picture?.size;
  const bytes = tinySwapper(net, { size: swapper.size, picture, ...(needsEmap && { emap: emapTensor(emapAt) }) });
  const tiny = await tinyRunner({ [model]: bytes, crossface: tinyConverter() });
  const nets = withAnswers(tiny, { arcface: targetEmbedding, xseg: occluderAnswer(), bisenet: parserAnswer() });
  const recipe: NeuralRecipe = {
    ...recipeDefaults,
    id: 'test',
    name: 'Test',
    swapper,
    recogniser: recogniserSpec('arcface'),
    occluder: occluderSpec('xseg'),
    parser: parserSpec('bisenet'),
    boost,
    weight,
    masks: masks as MaskName[],
    fingerprint: '',
  };
  const scene = await readScene();
  const source = swapper.source.picture
    ? pictureSource(scene, await readPoints('rolled33'), swapper.source.picture)
    : await embeddingInput(identityOf(embedding), swapper.source, {
        nets,
        emap,
        ...(needsConverter(type) && { converter: converterSpec('crossface') }),
      });
  const { landmarks68 } = await readVector<{ landmarks68: number[][] }>('area');
  const target = { points: await readPoints('front'), outline: landmarks68.flat() };
  tiny.runs.length = 0;
  await swapFace(scene, target, source, recipe, nets);
  expect(tiny.tiles[model]).toBe(runs);
  const { largest, shareAboveOne } = difference(cut(scene, shown), (await readPixels(file)).data);
  expect(largest).toBeLessThanOrEqual(2);
  expect(shareAboveOne).toBeLessThan(0.005);
});

interface EnhancerRow {
  file: string | null;
  model: string;
  blend: number;
  shown: number[];
  meanOfRegion: number[];
}

const enhancers = await readVector<EnhancerRow[]>('enhancers');

test.each(enhancers)(
  '8. enhances with $model as the reference',
  async ({ file, model, blend, shown, meanOfRegion }) => {
    const type = model.split('_')[0] as 'gfpgan' | 'codeformer' | 'gpen';
    const spec = enhancerSpec(model, type, model.endsWith('256') ? 256 : 512);
    const nets = await tinyRunner({ [model]: tinyEnhancer(spec.size, { weight: type === 'codeformer' }) });
    const scene = await readScene();
    await enhanceFace(scene, await readPoints('front'), { spec, blend: blend / 100, weight: 0.5 }, nets);
    const region = cut(scene, shown);
    if (file) expect(difference(region, (await readPixels(file)).data).largest).toBeLessThanOrEqual(2);
    meanOfRegion.forEach((mean, k) => {
      const found = region.reduce((sum, value, i) => sum + (i % 3 === k ? value : 0), 0) / (region.length / 3);
      expect(Math.abs(found - mean)).toBeLessThan(0.6);
    });
  },
);
