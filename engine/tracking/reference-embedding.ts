import { cosineSimilarity, normalised, type FaceEmbedding } from '#engine/nets/face-embedder';

export interface IdentityCheck {
  /** Without prepended sightings. */
  readonly at: number;
  readonly embedding: FaceEmbedding;
  /** 0–1, by pose and mesh score. */
  readonly weight: number;
}

const ITERATIONS = 3;

/** Iteratively reweighted: occluded frames carry little weight. */
export function referenceEmbedding(checks: readonly IdentityCheck[]): FaceEmbedding | undefined {
  if (checks.length === 0) return undefined;
  let reference = weightedMean(checks, ({ weight }) => weight);
  for (let round = 1; round < ITERATIONS; round++) {
    const last = reference;
    reference = weightedMean(
      checks,
      ({ weight, embedding }) => weight * Math.max(0.05, cosineSimilarity(embedding, last)) ** 3,
    );
  }
  return reference;
}

function weightedMean(checks: readonly IdentityCheck[], weightOf: (check: IdentityCheck) => number): FaceEmbedding {
  const sum = new Float32Array(checks[0].embedding.length);
  for (const check of checks) {
    const weight = weightOf(check);
    check.embedding.forEach((value, i) => (sum[i] += weight * value));
  }
  return normalised(sum);
}
