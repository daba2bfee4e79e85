import type { Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Mask } from '#engine/swap/judge/mask';
import { clamp, ramp } from '#engine/swap/ops/curves';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { EyeColour, Rgb } from '#engine/swap/source-types';
import { EyeSamples, isRedEye, brightness } from '#engine/swap/source/iris-colour';
import { visitEyes } from './eye-pixels';

const strength = 0.85;
/** Exponent of the tint of the target's white: that of narrow eyes is mixed with the red of their lids. */
const hueOfWhite = 0.5;
/** Brightness over that of the white: in a blurred picture no iris can be told from it, and a new one would be a blot. */
const visibleIris = { from: 0.8, to: 0.74 };
/** Over the dark rim, in iris radii. */
const edge = { from: 1.1, to: 0.8 };
/** Brightness over the target's: the white of a narrow or blurred eye is too dark to tell the light. */
const [leastLight, mostLight] = [0.6, 1.7];
/** Iris radii. */
const redEyeRadius = { from: 1.15, to: 1 };
const reflection = { from: 2.6, to: 1.7 };

/**
 * Eyeballs stay the target's: gaze, light and reflections belong to the frame. Each pixel of an iris keeps its light, and
 * gets the hue of the source's: both eyes alike, though one may lie in shade and lashes darken what is seen of it.
 */
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
  const usualLight = brightness(target.iris) + 2;
  visitEyes(pixels, canvas, destination, ({ at, cell, distance, rgb }) => {
    const light = brightness(rgb) / usualLight;
    const share = strength * visible * mask.alpha[cell] * ramp(edge.from, edge.to, distance);
    const weight = share * ramp(reflection.from, reflection.to, light);
    for (let k = 0; k < 3; k++) painted[at + k] = clamp(rgb[k] + weight * (light * wanted[k] - rgb[k]) + 0.5, 0, 255);
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

/** In the light of the target's white: the source's own is taken away. */
function adaptToWhite(white: Rgb, { iris, white: own }: EyeColour): Rgb {
  const light = clamp((brightness(white) + 8) / (brightness(own) + 8), 0.4, 2.2);
  const tint = (rgb: Rgb, k: number) => (rgb[k] + 8) / (brightness(rgb) + 8);
  const channel = (k: number) => iris[k] * light * clamp(tint(white, k) ** hueOfWhite / tint(own, k), 0.7, 1.4);
  return [channel(0), channel(1), channel(2)];
}

function boundLight(iris: Rgb, own: Rgb): Rgb {
  const light = brightness(iris) / (brightness(own) + 1);
  const factor = clamp(light, leastLight, mostLight) / (light + 1e-6);
  return [iris[0] * factor, iris[1] * factor, iris[2] * factor];
}
