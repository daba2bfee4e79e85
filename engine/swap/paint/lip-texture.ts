import { bytesAt } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix } from '#engine/swap/ops/curves';
import type { LipPatch } from './lip-patch';

/** Over the width of the mouth: creases and grain are smaller, volume and gloss are the source's own. */
const reach = 0.035;
/** Logarithms: a moustache's hairs and edges of teeth exceed it. */
const most = 0.15;
/** Of what becomes lighter: gloss has the colour of the light, the lip beneath it keeps its own. */
const glossShare = 0.35;
/** 0–255: bounds the quotients of near-black. */
const floor = 8;

/**
 * Lips of a blurred or small source are flat between textured skin. Where they are smoother than the target's, they get its
 * creases, from the same place of the lips.
 */
export function keepLipTexture(pixels: Pixels, lips: LipPatch): void {
  const { numbers, inside, weights } = lips;
  const radius = Math.max(1, Math.round(reach * lips.mouthWidth));
  const mass = blurred(inside, lips, radius);
  const lights = lightsOf(pixels, lips);
  const theirs = relief(lips.theirs, lips, mass, radius).map((value) => clamp(value, -most, most));
  const share = missingShare(theirs, relief(lights, lips, mass, radius), weights);
  if (share === 0) return;
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height); // blurs may have moved the memory
  for (let i = 0; i < numbers.length; i++) {
    const gain = Math.exp(share * weights[i] * theirs[i]) - 1;
    for (let at = 3 * numbers[i]; at < 3 * numbers[i] + 3; at++) {
      const lit = gain > 0 ? mix(painted[at], lights[i], glossShare) : painted[at];
      painted[at] = clamp(painted[at] + gain * lit + 0.5, 0, 255);
    }
  }
}

/** Of the target's relief, 0–1. */
function missingShare(theirs: Float32Array, own: Float32Array, weights: Float32Array): number {
  let [wanted, present] = [1e-9, 0];
  for (let i = 0; i < weights.length; i++) {
    wanted += weights[i] * theirs[i] ** 2;
    present += weights[i] * own[i] ** 2;
  }
  return Math.sqrt(Math.max(0, wanted - present) / wanted);
}

function lightsOf(pixels: Pixels, { numbers, inside }: LipPatch): Float32Array {
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  return inside.map((share, i) => {
    const at = 3 * numbers[i];
    return share * lightOf(painted[at], painted[at + 1], painted[at + 2]);
  });
}

/** As the kernel `luma`, 0–255. */
const lightOf = (red: number, green: number, blue: number): number => (red + 2 * green + blue) / 4;

/** Logarithm of the light over that around it on the lips. */
function relief(lights: Float32Array, lips: LipPatch, mass: Float32Array, radius: number): Float32Array {
  const logarithms = lights.map((light, i) => lips.inside[i] * Math.log(light + floor));
  const around = blurred(logarithms, lips, radius);
  return logarithms.map((value, i) => value - around[i] / (mass[i] + 1e-6));
}

function blurred(plane: Float32Array, { width, height }: LipPatch, radius: number): Float32Array {
  const result = plane.slice();
  boxBlur(result, width, height, radius, 2);
  return result;
}
