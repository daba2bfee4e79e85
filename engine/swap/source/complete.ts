import { mix, ramp, smoothstep } from '#engine/swap/ops/curves';
import { pullPush, relax } from '#engine/swap/ops/pull-push';
import { uncovered } from '#engine/swap/geometry/raster';
import { belowHairline, drawnFeatures, features, strandZone } from '#engine/swap/geometry/vertex-weights';
import { spreadOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';

/** Trust from which on a texel counts as known at all, and from which on its mirror image is not asked. */
const known = { from: 0.12, all: 0.3 };
/** Boldest stroke at the sides of a face, as a logarithm: a mole's rather than a lock's. */
const mostAside = 0.12;
const own = { from: 0.3, all: 0.7 };

/**
 * Fills what the photos do not show: first with the detail of the other half of the face, then, under the hairline and
 * wherever neither half will do, with what surrounds it. Both are shaded to meet what is known without a step: a fill
 * that ends in one shows as a line across the cheek (Pérez et al., "Poisson Image Editing", 2003).
 */
export function completeLayers({ light, detail, trust }: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const feature = spreadOverAtlas(layout, features);
  const below = spreadOverAtlas(layout, belowHairline);
  const plain = spreadOverAtlas(layout, drawnFeatures).map((drawn) => 1 - Math.min(1, drawn));
  const shown = feature.map((value, i) => Math.max(below[i], ramp(0.6, 0.95, value)));
  const logs = calmed(detail, layout);
  const shares = mirrorShares(trust, size);
  const whole = mirrorInto(logs, shares, trust, plain, layout);
  const sure = new Float32Array(trust.length);
  for (let i = 0; i < sure.length; i++) {
    const best = Math.max(trust[i], trust[mirrored(i, size)]);
    sure[i] = layout.ids[i] === uncovered ? 0 : smoothstep(known.from, known.all, best) * shown[i];
  }
  const fill = whole.slice();
  spread(
    fill,
    sure.map((value, i) => (value > 0.95 ? plain[i] : 0)),
    size,
  );
  const completed = whole.map((value, k) => {
    const i = Math.floor(k / 3);
    return Math.exp(mix(fill[k], value, sure[i]));
  });
  return { light, detail: completed, trust: sure };
}

/** Logarithms of the detail, bounded gently at the sides of the face: what is drawn there in bold strokes is hair. */
function calmed(detail: Float32Array, layout: AtlasLayout): Float32Array {
  const zone = spreadOverAtlas(layout, strandZone);
  const drawn = spreadOverAtlas(layout, drawnFeatures);
  return detail.map((value, at) => {
    const i = Math.floor(at / 3);
    const log = Math.log(value);
    return mix(log, mostAside * Math.tanh(log / mostAside), zone[i] * (1 - Math.min(1, drawn[i])));
  });
}

const mirrored = (i: number, size: number): number => i - (i % size) + size - 1 - (i % size);

/** How much of each texel is better read from the other half of the face. */
function mirrorShares(trust: Float32Array, size: number): Float32Array {
  return trust.map((value, i) => {
    const [here, there] = [value ** 4 + 1e-6, trust[mirrored(i, size)] ** 4 + 1e-6];
    return (1 - smoothstep(own.from, own.all, value)) * (there / (here + there));
  });
}

/** Each texel with its share of the mirror image, which is shaded to be as bright as its surroundings over here. */
function mirrorInto(
  logs: Float32Array,
  shares: Float32Array,
  trust: Float32Array,
  plain: Float32Array,
  { size }: AtlasLayout,
): Float32Array {
  const offset = new Float32Array(logs.length);
  const both = new Float32Array(trust.length);
  for (let i = 0; i < both.length; i++) {
    const j = mirrored(i, size);
    both[i] = Math.min(trust[i], trust[j]) > own.all ? plain[i] : 0;
    for (let k = 0; k < 3; k++) offset[3 * i + k] = logs[3 * i + k] - logs[3 * j + k];
  }
  spread(offset, both, size);
  return logs.map((value, at) => {
    const i = Math.floor(at / 3);
    return mix(value, logs[3 * mirrored(i, size) + (at % 3)] + offset[at], shares[i]);
  });
}

function spread(values: Float32Array, weights: Float32Array, size: number): void {
  pullPush(values, weights, size, size);
  relax(values, weights, size, size, 4);
}
