import { allocate, changedCopy, computeFloats, copyIn, kernels, withScratch } from '#engine/kernels/memory';
import { pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { eyeballs } from '#engine/swap/source/atlas/eyeballs';
import type { Layers } from '#engine/swap/source/photo/layers';
import { lowFrequency } from '#engine/swap/source/atlas/low-frequency';

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
export function symmetriseLight({ light, detail, confidence }: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  return withScratch(() => {
    const eyes = copyIn(eyeballs(layout));
    const own = copyIn(confidence);
    const even = changedCopy(detail, (texels) => {
      const shade = allocate(detail.byteLength);
      const beside = allocate(confidence.byteLength);
      kernels().beside(eyes, own, confidence.length, beside);
      lowFrequency(texels, beside, size, radiusShare, shade);
      kernels().logarithms(shade, detail.length, 0, shade);
      const pigmented = copyIn(zoneOverAtlas(layout, pigmentedFeatures));
      kernels().symmetriseShade(texels, shade, pigmented, eyes, strength, size);
    });
    return { light: mirrorLight(light, own, eyes, size), detail: even, confidence };
  });
}

/**
 * Weighted by confidence. Side light would leave a step along the nose. Eyes are wet and reflect differently.
 * @param confidence address of size², blurred
 * @param eyes address of size²
 */
function mirrorLight(light: Float32Array, confidence: number, eyes: number, size: number): Float32Array {
  return computeFloats(light.length, (even) => {
    const logs = copyIn(light);
    kernels().logarithms(logs, light.length, 1, logs);
    const [scratch, sums] = [allocate(4 * size * size), allocate(8 * (size + 1))];
    kernels().boxBlur(confidence, size, size, Math.round(lightRadiusShare * size), 3, scratch, sums);
    kernels().mirrorLight(logs, confidence, eyes, lightStrength, size, even);
  });
}
