import { computeFloats, copyIn, kernels } from '#engine/kernels/memory';

/** size²: 1 on plain skin. @param pigmented size² */
export const plainSkin = (pigmented: Float32Array): Float32Array =>
  computeFloats(pigmented.length, (plain) => kernels().plainTexels(copyIn(pigmented), pigmented.length, plain));

/** Logarithms of the mean of three channels. */
export const logLightness = (rgb: Float32Array): Float32Array =>
  computeFloats(rgb.length / 3, (logs) => kernels().logLightness(copyIn(rgb), rgb.length / 3, logs));

export const logarithms = (values: Float32Array, offset: number): Float32Array =>
  computeFloats(values.length, (logs) => kernels().logarithms(copyIn(values), values.length, offset, logs));
