import { clamp, mix } from '../ops/curves';
import { drawnFeatures, eyeZone } from '../vertex-weights';
import { spreadOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { lowFrequency } from './low-frequency';

/** Size of the shadows looked for: wider than a mole, narrower than what counts as slow light. */
const radiusShare = 0.012;
const strength = 0.85;

/**
 * Takes the shadow of the nose, coloured rims and the like out of the details. Faces are nearly symmetric and light
 * seldom is, so where the two halves differ at this scale the plainer one is believed. Brows and lips, which are not
 * plain, become the mean of both halves; eyes stay, because they look to one side together.
 */
export function evenLight(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const drawn = spreadOverAtlas(layout, drawnFeatures);
  const eyes = spreadOverAtlas(layout, eyeZone);
  const middle = lowFrequency(
    layers.detail,
    layers.trust.map((value) => 0.05 + value),
    size,
    radiusShare,
  );
  const detail = layers.detail.slice();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const i = y * size + x;
      const j = y * size + size - 1 - x;
      const effect = strength * (1 - clamp(eyes[i], 0, 1));
      const feature = clamp(drawn[i], 0, 1);
      if (effect === 0) continue;
      for (let k = 0; k < 3; k++) {
        const own = Math.log(middle[3 * i + k]);
        const other = Math.log(middle[3 * j + k]);
        const wanted = mix(ease(plainer(own, other)), 0.5 * (own + other), feature);
        detail[3 * i + k] *= Math.exp(effect * clamp(wanted - own, -1, 1));
      }
    }
  }
  return { ...layers, detail };
}

/** Halves what goes beyond the shading that plain skin shows in soft light. */
function ease(shade: number): number {
  const soft = 0.12;
  return Math.abs(shade) <= soft ? shade : Math.sign(shade) * (soft + 0.5 * (Math.abs(shade) - soft));
}

/** Between two logarithms, mostly the one nearer to 0; the same whichever comes first. */
function plainer(a: number, b: number): number {
  const trustA = Math.exp(-8 * Math.abs(a));
  const trustB = Math.exp(-8 * Math.abs(b));
  return (trustA * a + trustB * b) / (trustA + trustB);
}
