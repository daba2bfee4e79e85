import { expect, test } from 'vitest';
import { cosineSimilarity } from '#engine/nets/face-embedder';
import { referenceEmbedding, type IdentityCheck } from './reference-embedding';

const own = Float32Array.of(1, 0, 0);
const covered = Float32Array.of(0.45, Math.sqrt(1 - 0.45 ** 2), 0);
const check = (embedding: Float32Array, weight = 1): IdentityCheck => ({ at: 0, embedding, weight });

test('the reference follows the majority of checks although the first ones are occluded', () => {
  const reference = referenceEmbedding([
    check(covered),
    check(covered),
    ...Array.from({ length: 6 }, () => check(own)),
  ])!;
  expect(cosineSimilarity(reference, own)).toBeGreaterThan(0.99);
  expect(cosineSimilarity(reference, covered)).toBeLessThan(0.55);
});

test('checks with a low weight count little', () => {
  const reference = referenceEmbedding([check(own), ...Array.from({ length: 6 }, () => check(covered, 0.02))])!;
  expect(cosineSimilarity(reference, own)).toBeGreaterThan(0.99);
});

test('without checks there is no reference', () => {
  expect(referenceEmbedding([])).toBeUndefined();
});
