import { bytesAt } from '#engine/kernels/memory';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import type { LipPatch } from './lip-patch';

/** Over the width of the mouth: creases and gloss are smaller, the shade of a whole lip is larger. */
const reach = 0.1;
const strength = 0.85;
/** Logarithm: a moustache's hairs and edges of teeth exceed it. */
const most = 0.3;
/** Of what becomes lighter: gloss has the colour of the light, the lip beneath it keeps its own. */
const glossShare = 0.35;
/** Logarithms: gloss of the source above its surroundings, and how much darker it becomes. */
const gloss = 0.15;
const dulled = 0.1;
/** 0–255: bounds the quotients of near-black. */
const floor = 8;

/**
 * The new lips get the creases and the gloss of the target's lips, at the same place of the lips, instead of their own:
 * these show the light and the sharpness of another photo, and between textured skin flat lips look painted.
 */
export function keepLipTexture(pixels: Pixels, lips: LipPatch): void {
  const { numbers, inside, weights } = lips;
  const radius = Math.max(1, Math.round(reach * lips.mouthWidth));
  const channels = coloursOf(pixels, lips);
  const mass = blurred(inside, lips, radius);
  const lights = inside.map((_, i) => lightOf(channels[0][i], channels[1][i], channels[2][i]));
  const own = relief(lights, lips, mass, radius);
  const theirs = relief(lips.theirs, lips, mass, radius);
  const slow = channels.map((plane) => blurred(plane, lips, radius));
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height); // blurs may move the memory
  for (let i = 0; i < numbers.length; i++) {
    if (weights[i] === 0) continue;
    const change = strength * weights[i] * (clamp(theirs[i], -most, most) - own[i]);
    const gain = Math.exp(change);
    // The source's gloss is pale: darkened, it would be a grey spot.
    const matt = ramp(0, gloss, own[i]) * ramp(0, -dulled, change);
    const slowLight = lightOf(slow[0][i], slow[1][i], slow[2][i]) + 1e-6;
    for (let k = 0; k < 3; k++) {
      const at = 3 * numbers[i] + k;
      const value = mix(painted[at], (slow[k][i] / slowLight) * lights[i], matt);
      const lit = change > 0 ? mix(value, lights[i], glossShare) : value;
      painted[at] = clamp(value + (gain - 1) * lit + 0.5, 0, 255);
    }
  }
}

/** Red, green and blue; 0 beside the lips. */
function coloursOf(pixels: Pixels, { numbers, inside }: LipPatch): Float32Array[] {
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  return [0, 1, 2].map((k) => inside.map((share, i) => share * painted[3 * numbers[i] + k]));
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
