import { allocate, changedCopy, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { meanOfSmallest } from '#engine/swap/ops/mean-of-smallest';
import { mix } from '#engine/swap/ops/curves';
import { pigmentedFeatures } from '#engine/swap/geometry/vertex-weights';
import type { AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';
import { plainSkin } from '#engine/swap/source/atlas/planes';

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

/**
 * Removes grain and cracks of paint, and texture of one half only: shade makes grain of skin, and strands lie there.
 * @param edgeOn size², 0–1: where texture is no stronger than on flat skin
 */
export function evenTexture(layers: Layers, layout: AtlasLayout, edgeOn: Float32Array): Layers {
  const { size } = layout;
  const plain = plainSkin(layout, pigmentedFeatures);
  const detail = changedCopy(layers.detail, (texels) => {
    const planes = {
      change: copyIn(new Float32Array(plain.length)),
      plain: copyIn(plain),
      finer: allocate(plain.byteLength),
      coarser: allocate(plain.byteLength),
      band: allocate(plain.byteLength),
      energy: allocate(plain.byteLength),
    };
    kernels().logLightness(texels, plain.length, planes.finer);
    for (const [index, radius] of radii.entries()) {
      readBand(planes, radius, size);
      const flat = flatEnergy(floatsAt(planes.energy, plain.length), layers.confidence, plain, size);
      if (flat !== undefined) boundEdgeOn(planes, edgeOn, Math.max(smooth * smooth, flat));
      const grain = index === 0 ? grainBeyondPores(flat) : 0;
      kernels().evenBand(
        planes.change,
        planes.band,
        planes.energy,
        planes.plain,
        smooth * smooth,
        allowedExcess,
        grain,
        size,
      );
      floatsAt(planes.finer, plain.length).set(floatsAt(planes.coarser, plain.length));
    }
    kernels().scaleByExp(texels, planes.change, plain.length);
  });
  return { ...layers, detail };
}

/** Addresses of size² each. */
type Planes = Readonly<Record<'change' | 'plain' | 'finer' | 'coarser' | 'band' | 'energy', number>>;

/** Writes `coarser`, `band` and `energy`. */
function readBand({ plain, finer, coarser, band, energy }: Planes, radius: number, size: number): void {
  const count = size * size;
  withScratch(() => {
    const scratch = allocate(4 * count);
    const sums = allocate(8 * (size + 1));
    floatsAt(coarser, count).set(floatsAt(finer, count));
    kernels().boxBlur(coarser, size, size, Math.max(1, Math.round(radius * size)), 2, scratch, sums);
    kernels().bandEnergy(finer, coarser, plain, strongest, count, band, energy);
    kernels().boxBlur(energy, size, size, Math.max(2, Math.round(windowShare * size)), 2, scratch, sums);
  });
}

/**
 * Divides by the excess of energy, not by its root: `strongest` hides most of a stroke's. Before the halves are compared,
 * so that cheeks which show flecks lose them on both sides.
 */
function boundEdgeOn({ change, band, energy, plain }: Planes, edgeOn: Float32Array, most: number): void {
  const [changes, bands, energies, shares] = [change, band, energy, plain].map((at) => floatsAt(at, edgeOn.length));
  for (let i = 0; i < edgeOn.length; i++) {
    if (edgeOn[i] === 0 || energies[i] <= most) continue;
    const factor = mix(1, most / energies[i], edgeOn[i]);
    changes[i] += (factor - 1) * shares[i] * bands[i];
    bands[i] *= factor;
    energies[i] *= factor * factor;
  }
}

/** Mean of the flattest windows of plain skin; undefined with too few. */
function flatEnergy(
  energy: Float32Array,
  confidence: Float32Array,
  plain: Float32Array,
  size: number,
): number | undefined {
  const step = Math.max(2, Math.round(2 * windowShare * size));
  const windows: number[] = [];
  for (let y = step; y < size; y += step) {
    for (let x = step; x < size; x += step) {
      const i = y * size + x;
      if (confidence[i] > 0.9 && plain[i] > 0.95) windows.push(energy[i]);
    }
  }
  if (windows.length < minWindows) return undefined;
  return meanOfSmallest(Float32Array.from(windows), Math.ceil(flatShare * windows.length));
}

const grainBeyondPores = (flat = 0): number => overSubtraction * Math.max(0, flat - pores * pores);
