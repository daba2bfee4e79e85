import { expect, test } from 'vitest';
import { recogniserSpec, swapperSpec, converterSpec, needsConverter } from '#engine/neural/built-in';
import { cropFace } from '#engine/neural/crop';
import { averageIdentity, embeddingInput, identityOf, weighSource } from '#engine/neural/identity';
import type { NetRunner } from '#engine/neural/net-runner';
import type { SwapperType } from '#engine/neural/spec';
import { alignment } from '#engine/neural/templates';
import { toTensor } from '#engine/neural/tensor';
import { readPoints, readScene, readVector } from './vectors';
import { embedding, emap, targetEmbedding } from './embeddings';

const converterNets: NetRunner = {
  run: async (_net, { input }) => Float32Array.from(input.data, (_, i) => 0.5 * input.data[511 - i] + 0.01),
};

interface Latent {
  model: string;
  weight: number;
  norm: number;
  first16: number[];
  last4: number[];
}

/** To 1e-6 of each number; the file has seven decimals. */
function expectEqual(found: ArrayLike<number>, expected: readonly number[], title: string): void {
  const rounding = 0.5e-7;
  expected.forEach((value, i) =>
    expect(Math.abs(found[i] - value), `${title}, number ${i}`).toBeLessThanOrEqual(rounding + 1e-6 * Math.abs(value)),
  );
}

const typeOf = (model: string) =>
  model.split('_')[0] === 'hyperswap' ? 'hyperswap' : (model.split('_')[0] as SwapperType);

test('4. gives each type the source that the reference gives it, at each weight', async () => {
  const { latents } = await readVector<{ latents: Latent[] }>('embeddings');
  for (const { model, weight, norm, first16, last4 } of latents) {
    const type = typeOf(model);
    const { source } = swapperSpec(model, type);
    const nets = { nets: converterNets, emap, ...(needsConverter(type) && { converter: converterSpec('crossface') }) };
    const input = await embeddingInput(identityOf(embedding), source, nets);
    const weighed = weighSource(input, identityOf(targetEmbedding), source.take, weight);
    expect(Math.abs(Math.hypot(...weighed) / norm - 1), `${model} ${weight}`).toBeLessThan(1e-6);
    expectEqual([...weighed.subarray(0, 16), ...weighed.subarray(508)], [...first16, ...last4], `${model} ${weight}`);
  }
});

interface Averages {
  average: { embeddingFirst8: number[]; embeddingNormFirst8: number[]; normOfEmbeddingNorm: number };
}

test('4. averages embeddings and unit embeddings of several photos separately', async () => {
  const { average } = await readVector<Averages>('embeddings');
  const photos = [embedding, targetEmbedding, embedding.map((value) => 2 * value)].map(identityOf);
  const mean = averageIdentity(photos);
  expectEqual(mean.embedding, average.embeddingFirst8, 'embedding');
  expectEqual(mean.unit, average.embeddingNormFirst8, 'unit');
  expect(Math.abs(Math.hypot(...mean.unit) / average.normOfEmbeddingNorm - 1)).toBeLessThan(1e-6);
});

interface ArcfaceInput {
  arcfaceInput: { samples: [number, number, number, number][]; mean: number };
}

test('4. feeds the recogniser as the reference', async () => {
  const { arcfaceInput } = await readVector<ArcfaceInput>('embeddings');
  const { template, size, input } = recogniserSpec('arcface');
  const crop = cropFace(await readScene(), alignment(await readPoints('front'), template, size), size);
  const tensor = toTensor(crop, size, size, input);
  const oneLevel = 1 / 127.5;
  for (const [channel, y, x, value] of arcfaceInput.samples)
    expect(Math.abs(tensor[(channel * size + y) * size + x] - value)).toBeLessThan(oneLevel + 1e-6);
  expect(tensor.reduce((sum, value) => sum + value, 0) / tensor.length).toBeCloseTo(arcfaceInput.mean, 3);
});

test('4. divides an InStyle latent by its own length, too', async () => {
  const { source } = swapperSpec('instyle', 'instyle');
  const latent = await embeddingInput(identityOf(embedding), source, { nets: converterNets, emap });
  expect(Math.hypot(...latent)).toBeCloseTo(1, 5);
});
