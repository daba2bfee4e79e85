import { normalised } from '#engine/nets/face-embedder';
import type { Image, Landmarks } from '#engine/types';
import { cropFace } from './crop';
import { fivePoints } from './five-points';
import type { NetRunner } from './net-runner';
import type { ConverterSpec, RecogniserSpec, SourceInput } from './spec';
import { alignment } from './templates';
import { tensorShape, toTensor } from './tensor';

const EMBEDDING_LENGTH = 512;

/** `unit` is shorter than 1 for the mean of several photos. */
export interface Identity {
  readonly embedding: Float32Array;
  readonly unit: Float32Array;
}

export async function recognise(
  image: Image,
  points: readonly number[],
  { id, size, template, input, outputName }: RecogniserSpec,
  nets: NetRunner,
): Promise<Identity> {
  const crop = cropFace(image, alignment(points, template, size), size);
  const picture = { data: toTensor(crop, size, size, input), dims: tensorShape(1, size, input.layout) };
  return identityOf(await nets.run(id, { [input.name]: picture }, { name: outputName, length: EMBEDDING_LENGTH }));
}

export const recogniseFace = (image: Image, landmarks: Landmarks, spec: RecogniserSpec, nets: NetRunner) =>
  recognise(image, fivePoints(landmarks), spec, nets);

export const identityOf = (embedding: Float32Array): Identity => ({ embedding, unit: normalised(embedding) });

/** Means of embeddings and of unit embeddings, separately. */
export function averageIdentity(identities: readonly Identity[]): Identity {
  const mean = (key: keyof Identity) =>
    identities[0][key].map((_, i) => identities.reduce((sum, one) => sum + one[key][i], 0) / identities.length);
  return { embedding: mean('embedding'), unit: mean('unit') };
}

export interface IdentityNets {
  /** 512 × 512; `latent` only. */
  readonly emap?: Float32Array;
  readonly converter?: ConverterSpec;
  readonly nets: NetRunner;
}

/** A swapper's input, but for pictures. */
export async function embeddingInput(
  identity: Identity,
  { take, normaliseLatent }: SourceInput,
  { emap, converter, nets }: IdentityNets,
): Promise<Float32Array> {
  if (take === 'latent') {
    const latent = timesMatrix(identity.embedding, emap!, Math.hypot(...identity.embedding));
    return normaliseLatent ? normalised(latent) : latent;
  }
  const converted = converter && (await convert(identity.embedding, converter, nets));
  if (take === 'raw') return converted ?? identity.embedding;
  return converted ? normalised(converted) : identity.unit;
}

/**
 * Moves the source away from the target's face (above 0.5) or towards it.
 * @param weight 0–1; 0.5 changes nothing
 */
export function weighSource(source: Float32Array, target: Identity, take: SourceInput['take'], weight: number) {
  const share = 0.35 - 0.7 * weight;
  const other = take === 'raw' ? target.embedding : target.unit;
  return source.map((value, i) => value * (1 - share) + other[i] * share);
}

function convert(embedding: Float32Array, { id, inputName, outputName }: ConverterSpec, nets: NetRunner) {
  const tensor = { data: embedding, dims: [1, EMBEDDING_LENGTH] };
  return nets.run(id, { [inputName]: tensor }, { name: outputName, length: EMBEDDING_LENGTH });
}

function timesMatrix(vector: Float32Array, matrix: Float32Array, divisor: number): Float32Array {
  const sums = new Float64Array(EMBEDDING_LENGTH);
  for (let i = 0; i < EMBEDDING_LENGTH; i++)
    for (let j = 0; j < EMBEDDING_LENGTH; j++) sums[j] += vector[i] * matrix[i * EMBEDDING_LENGTH + j];
  return Float32Array.from(sums, (sum) => sum / divisor);
}
