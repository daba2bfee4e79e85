import { computeFloats, copyIn, kernels } from '#engine/kernels/memory';
import { oncePerLayout, zoneOverAtlas } from './atlas-layout';

/** size²: 1 on plain skin. Do not modify: shared. */
export const plainSkin = oncePerLayout((layout, pigmented: Float32Array) =>
  computeFloats(layout.ids.length, (plain) =>
    kernels().plainTexels(copyIn(zoneOverAtlas(layout, pigmented)), layout.ids.length, plain),
  ),
);

/** Logarithms of the mean of three channels. */
export const logLightness = (rgb: Float32Array): Float32Array =>
  computeFloats(rgb.length / 3, (logs) => kernels().logLightness(copyIn(rgb), rgb.length / 3, logs));

export const logarithms = (values: Float32Array, offset: number): Float32Array =>
  computeFloats(values.length, (logs) => kernels().logarithms(copyIn(values), values.length, offset, logs));

/** Of a texel, in logarithms of three channels. */
export const lightness = (logs: ArrayLike<number>, i: number): number =>
  (logs[3 * i] + logs[3 * i + 1] + logs[3 * i + 2]) / 3;

/** Red over green and blue, likewise. */
export const redness = (logs: ArrayLike<number>, i: number): number =>
  logs[3 * i] - (logs[3 * i + 1] + logs[3 * i + 2]) / 2;
