import { boxBlur } from '#engine/swap/ops/box-blur';
import { meanOfSmallest } from '#engine/swap/ops/mean-of-smallest';
import { pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { logLightness, plainSkin } from './planes';

/** Shares of the atlas. Each band lies between a radius and the one before. */
const radii = [0.002, 0.006, 0.016] as const;
const windowShare = 0.02;
/** Logarithm of light: a mole is stronger, but hardly adds to the energy around it. */
const strongest = 0.08;
/** Of the mirrored half's energy: more is grain of a shaded half, or hair. */
const allowedExcess = 1.5;
/** Deviations of each band: less is clean skin. */
const smooth = 0.012;
/** Pores of a sharp portrait in the finest band; paint has more. */
const pores = 0.013;
/** Grain is everywhere, freckles and pores leave flat places. */
const flatShare = 0.3;
/** Grain varies: its flattest windows show less than the mean. */
const overSubtraction = 3;
const minWindows = 40;

/** Removes grain and cracks of paint, and texture of one half only: shade makes grain of skin, and strands lie there. */
export function evenTexture(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const pigmented = zoneOverAtlas(layout, pigmentedFeatures);
  const plain = plainSkin(pigmented);
  const { detail } = layers;
  const change = new Float32Array(size * size);
  let finer = logLightness(detail);
  for (const [index, radius] of radii.entries()) {
    const coarser = finer.slice();
    boxBlur(coarser, size, size, Math.max(1, Math.round(radius * size)), 2);
    const band = between(finer, coarser);
    const energy = energyOf(band, plain);
    boxBlur(energy, size, size, Math.max(2, Math.round(windowShare * size)), 2);
    const grain = index === 0 ? grainOf(energy, layers.confidence, plain, size) : 0;
    for (let i = 0; i < band.length; i++) {
      if (plain[i] === 0) continue;
      const mirrored = i - (i % size) + size - 1 - (i % size);
      const even = Math.max(smooth * smooth, allowedExcess * energy[mirrored]);
      const wanted = Math.max(0, Math.min(energy[i], even) - grain);
      if (wanted < energy[i]) change[i] += plain[i] * (Math.sqrt(wanted / energy[i]) - 1) * band[i];
    }
    finer = coarser;
  }
  const evened = detail.slice();
  for (let i = 0; i < change.length; i++) {
    if (change[i] === 0) continue;
    const factor = Math.exp(change[i]);
    for (let k = 3 * i; k < 3 * i + 3; k++) evened[k] *= factor;
  }
  return { ...layers, detail: evened };
}

function between(finer: Float32Array, coarser: Float32Array): Float32Array {
  const band = new Float32Array(finer.length);
  for (let i = 0; i < band.length; i++) band[i] = finer[i] - coarser[i];
  return band;
}

function energyOf(band: Float32Array, plain: Float32Array): Float32Array {
  const energy = new Float32Array(band.length);
  for (let i = 0; i < energy.length; i++) energy[i] = plain[i] * Math.min(band[i] * band[i], strongest * strongest);
  return energy;
}

/** Energy beyond that of pores. */
function grainOf(energy: Float32Array, confidence: Float32Array, plain: Float32Array, size: number): number {
  const step = Math.max(2, Math.round(2 * windowShare * size));
  const windows: number[] = [];
  for (let y = step; y < size; y += step) {
    for (let x = step; x < size; x += step) {
      const i = y * size + x;
      if (confidence[i] > 0.9 && plain[i] > 0.95) windows.push(energy[i]);
    }
  }
  if (windows.length < minWindows) return 0;
  const flat = meanOfSmallest(Float32Array.from(windows), Math.ceil(flatShare * windows.length));
  return overSubtraction * Math.max(0, flat - pores * pores);
}
