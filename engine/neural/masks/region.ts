import type { NetRunner } from '#engine/neural/net-runner';
import type { ParserSpec } from '#engine/neural/spec';
import { numbersToTensor, tensorShape } from '#engine/neural/tensor';
import { resizeSquare } from './resize';
import { softenInwards } from './soften';

/** CelebAMask-HQ's numbers of the classes that belong to a face. */
const classOf = {
  skin: 1,
  'left-eyebrow': 2,
  'right-eyebrow': 3,
  'left-eye': 4,
  'right-eye': 5,
  glasses: 6,
  nose: 10,
  mouth: 11,
  'upper-lip': 12,
  'lower-lip': 13,
} as const;
const CLASSES = 19;

export type FaceRegion = keyof typeof classOf;
export const faceRegions = Object.keys(classOf) as FaceRegion[];

/**
 * 1 on the chosen regions of the new face.
 * @param face side × side × 3, 0–255
 */
export async function regionMask(
  face: Float32Array,
  side: number,
  regions: readonly FaceRegion[],
  { id, size, input, outputName }: ParserSpec,
  nets: NetRunner,
): Promise<Float32Array> {
  const picture = { data: parserInput(face, side, { size, input }), dims: tensorShape(1, size, input.layout) };
  const scores = await nets.run(id, { [input.name]: picture }, { name: outputName, length: CLASSES * size * size });
  const chosen = new Set<number>(regions.map((region) => classOf[region]));
  const area = size * size;
  const mask = new Float32Array(area);
  for (let i = 0; i < area; i++) {
    let best = 0;
    for (let k = 1; k < CLASSES; k++) if (scores[k * area + i] > scores[best * area + i]) best = k;
    mask[i] = chosen.has(best) ? 1 : 0;
  }
  return softenInwards(resizeSquare(mask, size, side), side);
}

export function parserInput(
  face: ArrayLike<number>,
  side: number,
  { size, input }: Pick<ParserSpec, 'size' | 'input'>,
): Float32Array {
  return numbersToTensor(resizeSquare(face, side, size, 3), size, input);
}
