import { bytesAt } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix } from '#engine/swap/ops/curves';
import type { LipPatch } from './lip-patch';

/** Over the width of the mouth: creases and grain are smaller, volume and gloss are the source's own. */
const reach = 0.035;
/** Of the light around: a moustache's hairs and edges of teeth exceed it. */
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
  const { numbers, inside, weights, theirs } = lips;
  const radius = Math.max(1, Math.round(reach * lips.mouthWidth));
  const mass = blurred(inside, lips, radius);
  const lights = lightsOf(pixels, lips);
  const around = { theirs: blurred(theirs, lips, radius), own: blurred(lights, lips, radius) };
  let [wanted, present] = [1e-9, 0];
  const texture = new Float32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    if (weights[i] === 0) continue;
    texture[i] = clamp(relief(theirs[i], around.theirs[i], mass[i]), -most, most);
    wanted += weights[i] * texture[i] ** 2;
    present += weights[i] * relief(lights[i], around.own[i], mass[i]) ** 2;
  }
  if (present >= wanted) return;
  const missing = Math.sqrt((wanted - present) / wanted);
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height); // blurs may have moved the memory
  for (let i = 0; i < numbers.length; i++) {
    if (weights[i] === 0) continue;
    const gain = missing * weights[i] * texture[i];
    const gloss = gain > 0 ? glossShare : 0;
    for (let at = 3 * numbers[i], end = at + 3; at < end; at++)
      painted[at] = clamp(painted[at] + gain * mix(painted[at], lights[i], gloss) + 0.5, 0, 255);
  }
}

/** Of the light around it on the lips. @param sum of the light around, over `mass` */
const relief = (light: number, sum: number, mass: number): number => (light + floor) / (sum / mass + floor) - 1;

/** As the kernel `luma`, 0–255; 0 beside the lips. */
function lightsOf(pixels: Pixels, { numbers, inside }: LipPatch): Float32Array {
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  const lights = new Float32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const at = 3 * numbers[i];
    if (inside[i] > 0) lights[i] = (painted[at] + 2 * painted[at + 1] + painted[at + 2]) / 4;
  }
  return lights;
}

function blurred(plane: Float32Array, { width, height }: LipPatch, radius: number): Float32Array {
  const result = plane.slice();
  boxBlur(result, width, height, radius, 2);
  return result;
}
