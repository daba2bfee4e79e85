import type { Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Mask } from '#engine/swap/judge/mask';
import { clamp, ramp } from '#engine/swap/ops/curves';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { EyeColour, Rgb } from '#engine/swap/source-types';
import { eyeOutlines } from '#engine/mesh/eyes';
import { EyeSamples, isRedEye, brightness } from '#engine/swap/source/iris-colour';
import { visitEyes } from './eye-pixels';

const strength = 0.85;
/** Brightness over that of the white: in a blurred picture no iris can be told from it, and a new one would be a blot. */
const visibleIris = { from: 0.8, to: 0.74 };
/** Over the dark rim, in iris radii. */
const edge = { from: 1.1, to: 0.8 };
/** Brightness over the target's: the white of a narrow or blurred eye is too dark to tell the light. */
const [leastLight, mostLight] = [0.6, 1.7];
/** Iris radii. */
const redEyeRadius = { from: 1.15, to: 1 };
const reflection = { from: 2.6, to: 1.7 };

/** Eyeballs stay the target's: gaze, light and reflections belong to the frame. */
export function recolourIrises(
  pixels: Pixels,
  canvas: Canvas,
  destination: Landmarks,
  mask: Mask,
  source: EyeColour | undefined,
): void {
  let target = sampleEyes(pixels, canvas, destination).mean();
  if (target && isRedEye(target)) {
    removeRedEye(pixels, canvas, destination, mask);
    target = sampleEyes(pixels, canvas, destination).colour();
  }
  if (!target || !source) return;
  const wanted = boundLight(adaptToWhite(target.white, source), target.iris);
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  const visible = ramp(visibleIris.from, visibleIris.to, brightness(target.iris) / (brightness(target.white) + 1));
  if (visible === 0) return;
  const changes = changesOfEyes(pixels, canvas, destination, target.iris, wanted);
  visitEyes(pixels, canvas, destination, ({ eye, at, cell, distance, rgb }) => {
    const { plain, change } = changes[eye];
    const light = brightness(rgb) / plain;
    const share = strength * visible * mask.alpha[cell] * ramp(edge.from, edge.to, distance);
    const weight = share * ramp(reflection.from, reflection.to, light) * light;
    for (let k = 0; k < 3; k++) painted[at + k] = clamp(rgb[k] + weight * change[k] + 0.5, 0, 255);
  });
}

/** One eye may lie in shade: the same change of both would leave the hue of one, or turn the other's brown. */
function changesOfEyes(
  pixels: Pixels,
  canvas: Canvas,
  destination: Landmarks,
  both: Rgb,
  wanted: Rgb,
): { plain: number; change: Rgb }[] {
  const samples = eyeOutlines.map(() => new EyeSamples());
  visitEyes(pixels, canvas, destination, ({ eye, distance, rgb }) => samples[eye].add(distance, rgb));
  return samples.map((seen) => {
    const own = seen.irisOr(both);
    const shade = (brightness(own) + 1) / (brightness(both) + 1);
    const change = (k: number) => shade * wanted[k] - own[k];
    return { plain: brightness(own) + 2, change: [change(0), change(1), change(2)] };
  });
}

function sampleEyes(pixels: Pixels, canvas: Canvas, destination: Landmarks): EyeSamples {
  const samples = new EyeSamples();
  visitEyes(pixels, canvas, destination, ({ distance, rgb }) => samples.add(distance, rgb));
  return samples;
}

function removeRedEye(pixels: Pixels, canvas: Canvas, destination: Landmarks, mask: Mask): void {
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  visitEyes(pixels, canvas, destination, ({ at, cell, distance, rgb: [red, green, blue] }) => {
    const share = mask.alpha[cell] * ramp(redEyeRadius.from, redEyeRadius.to, distance);
    painted[at] = red - share * Math.max(0, red - Math.max(green, blue)) + 0.5;
  });
}

function adaptToWhite(white: Rgb, { iris, white: own }: EyeColour): Rgb {
  const light = clamp((brightness(white) + 8) / (brightness(own) + 8), 0.4, 2.2);
  const channel = (k: number) => iris[k] * light * clamp((white[k] + 8) / (own[k] + 8) / light, 0.75, 1.35);
  return [channel(0), channel(1), channel(2)];
}

function boundLight(iris: Rgb, own: Rgb): Rgb {
  const light = brightness(iris) / (brightness(own) + 1);
  const factor = clamp(light, leastLight, mostLight) / (light + 1e-6);
  return [iris[0] * factor, iris[1] * factor, iris[2] * factor];
}
