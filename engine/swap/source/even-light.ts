import { clamp, mix } from '../ops/curves';
import { TriangleClass, triangles } from '../../mesh/topology';
import { boxBlur, smoothBlur } from '../ops/box-blur';
import { uncovered } from '../raster';
import { drawnFeatures } from '../vertex-weights';
import { spreadOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { lowFrequency } from './low-frequency';

/** Size of the shadows looked for: wider than a mole, narrower than what counts as slow light. */
const radiusShare = 0.012;
const strength = 0.85;
/** How far the slow light is mirrored: a face is not quite the same on both sides. */
const lightStrength = 0.75;
/** One half's light passes into the other's no faster than light itself changes. */
const lightRadiusShare = 0.045;

/**
 * Takes the shadow of the nose, coloured rims and the like out of the details. Faces are nearly symmetric and light
 * seldom is, so where the two halves differ at this scale the plainer one is believed. Brows and lips, which are not
 * plain, become the mean of both halves; eyeballs stay, because they look to one side together.
 */
export function evenLight(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const drawn = spreadOverAtlas(layout, drawnFeatures);
  const eyes = eyeballs(layout);
  const middle = lowFrequency(
    layers.detail,
    layers.trust.map((value, i) => (0.05 + value) * (1 - eyes[i])),
    size,
    radiusShare,
  );
  const detail = layers.detail.slice();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const i = y * size + x;
      const j = y * size + size - 1 - x;
      const effect = strength * (1 - eyes[i]);
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
  return { light: mirrorLight(layers, eyes), detail, trust: layers.trust };
}

/**
 * The slow light made the same on both halves, each texel and its mirror image at their geometric mean, weighted by
 * trust. Without it a face lit from one side keeps a step of light along the nose, which no slow relighting of a turned
 * target can take back: what lies side by side there lay apart in the photo. Eyes keep the light they were seen in: they
 * are wet, and shine as the skin around them does not.
 */
function mirrorLight({ light, trust }: Layers, eyes: Float32Array): Float32Array {
  const size = Math.sqrt(trust.length);
  const slowTrust = trust.slice();
  smoothBlur(slowTrust, size, size, Math.round(lightRadiusShare * size), new Float32Array(trust.length));
  return light.map((value, at) => {
    const i = Math.floor(at / 3);
    const x = i % size;
    const j = i - x + size - 1 - x;
    const own = slowTrust[i] + 0.01;
    const other = slowTrust[j] + 0.01;
    const mirrored = light[3 * j + (at % 3)];
    const share = lightStrength * (other / (own + other)) * (1 - eyes[i]);
    return Math.exp(mix(Math.log(value + 1), Math.log(mirrored + 1), share)) - 1;
  });
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

/** size²: 1 on the eyeballs, 0 on the lids, soft in between. */
function eyeballs({ size, ids }: AtlasLayout): Float32Array {
  const inside = Float32Array.from(ids, (id) => {
    const kind = id === uncovered ? TriangleClass.skin : triangles.classes[id];
    return kind === TriangleClass.leftEye || kind === TriangleClass.rightEye ? 1 : 0;
  });
  boxBlur(inside, size, size, Math.max(1, Math.round(0.003 * size)), new Float32Array(size * size));
  return inside;
}
