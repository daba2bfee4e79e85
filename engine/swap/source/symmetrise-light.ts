import { allocate, changedCopy, computeFloats, copyIn, kernels, withScratch } from '#engine/kernels/memory';
import { pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import { eyeballs } from './eyeballs';
import type { Layers } from './layers';
import { lowFrequency } from './low-frequency';

/** Shares of the atlas. Shadows are wider than a mole. */
const radiusShare = 0.012;
const strength = 0.6;
/** Faces are not fully symmetric. */
const lightStrength = 0.75;
const lightRadiusShare = 0.045;

/**
 * Brows and lips become the mean of both halves, plain skin the half whose shade is nearer neutral; eyeballs stay,
 * because gaze is not symmetric.
 */
export function symmetriseLight(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const { confidence } = layers;
  const eyes = eyeballs(layout);
  const beside = computeFloats(eyes.length, (weights) =>
    kernels().beside(copyIn(eyes), copyIn(confidence), eyes.length, weights),
  );
  const middle = lowFrequency(layers.detail, beside, size, radiusShare);
  const detail = changedCopy(layers.detail, (texels) => {
    const shade = copyIn(middle);
    const pigmented = copyIn(zoneOverAtlas(layout, pigmentedFeatures));
    kernels().logarithms(shade, middle.length, 0, shade);
    kernels().symmetriseShade(texels, shade, pigmented, copyIn(eyes), strength, size);
  });
  return { light: mirrorLight(layers, eyes, size), detail, confidence };
}

/** Weighted by confidence. Side light would leave a step along the nose. Eyes are wet and reflect differently. */
function mirrorLight({ light, confidence }: Layers, eyes: Float32Array, size: number): Float32Array {
  return computeFloats(light.length, (even) => {
    const logs = copyIn(light);
    const slow = copyIn(confidence);
    kernels().logarithms(logs, light.length, 1, logs);
    blur(slow, size, Math.round(lightRadiusShare * size), 3);
    kernels().mirrorLight(logs, slow, copyIn(eyes), lightStrength, size, even);
  });
}

function blur(plane: number, size: number, radius: number, passes: number): void {
  withScratch(() => {
    const scratch = allocate(4 * size * size);
    kernels().boxBlur(plane, size, size, radius, passes, scratch, allocate(8 * (size + 1)));
  });
}
