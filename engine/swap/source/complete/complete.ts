import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import {
  belowFreeHairline,
  belowHairline,
  earZone,
  pigmentedFeatures,
  features,
  plainSides,
  sideHairZone,
} from '#engine/swap/geometry/vertex-weights';
import { mix, ramp } from '#engine/swap/ops/curves';
import { mirroredTexel, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { clearOfEdges } from '#engine/swap/source/confidence/clear-of-edges';
import type { Layers } from '#engine/swap/source/photo/layers';
import { meanRelief } from '#engine/swap/source/atlas/mean-relief';
import { plainSkin } from '#engine/swap/source/atlas/planes';

/** Confidence of a known texel; from `ownConfidence` on its mirror image loses weight. */
const known = { from: 0.12, all: 0.3 };
/** Mean confidence of the upper forehead. */
const freeForehead = { from: 0.6, all: 0.75 };
/** Logarithm: keeps moles, suppresses hair. */
const maxSideDetail = 0.35;
/** Earrings; the shade of a jaw stays. */
const maxEarDetail = 0.1;
const ownConfidence = { from: 0.3, all: 0.7 };

/**
 * From the mirrored half, then the surroundings, without a step (Pérez et al., "Poisson Image Editing", 2003), both
 * relative to the relief of a mean face.
 * @param seen confidence of texels that tell how the halves differ
 */
export function completeLayers(
  { light, detail, confidence }: Layers,
  layout: AtlasLayout,
  seen: Float32Array = confidence,
): Layers {
  const { size, ids } = layout;
  return withScratch(() => {
    const ownShares = withMargin(confidence, layout);
    const own = copyIn(ownShares);
    const plain = copyIn(plainSkin(layout, pigmentedFeatures));
    const logs = copyIn(detail);
    const whole = allocate(detail.byteLength);
    const shares = allocate(confidence.byteLength);
    boundSideDetail(logs, plain, layout);
    const relief = meanRelief(layout);
    subtractFromChannels(logs, relief);
    blendMirrored(logs, own, copyIn(seen === confidence ? ownShares : withMargin(seen, layout)), plain, size, whole);
    const texels = allocate(detail.byteLength);
    floatsAt(texels, detail.length).set(floatsAt(whole, detail.length));
    withScratch(() => {
      const certain = allocate(confidence.byteLength);
      const numbers = copyIn(ids);
      const below = copyIn(shownForehead(confidence, layout));
      const feature = copyIn(zoneOverAtlas(layout, features));
      const { from, all } = known;
      kernels().knownTexels(numbers, own, below, feature, plain, from, all, size, shares, certain);
      fillHoles(texels, certain, size);
    });
    kernels().mixLogarithms(texels, whole, shares, ids.length);
    kernels().scaleByExp(texels, copyIn(relief), ids.length);
    return {
      light,
      detail: floatsAt(texels, detail.length).slice(),
      confidence: floatsAt(shares, confidence.length).slice(),
    };
  });
}

/** Beside the cheeks, without the edges of what covers them. @returns size² */
function withMargin(confidence: Float32Array, layout: AtlasLayout): Float32Array {
  const sides = zoneOverAtlas(layout, plainSides);
  const clear = clearOfEdges(confidence, layout);
  for (let i = 0; i < clear.length; i++) clear[i] = confidence[i] * (sides[i] === 0 ? 1 : mix(1, clear[i], sides[i]));
  return clear;
}

/** size²: the net marks no thin strands and no shade of a fringe, so beside hair the forehead is continued from below. */
function shownForehead(confidence: Float32Array, layout: AtlasLayout): Float32Array {
  const below = zoneOverAtlas(layout, belowHairline);
  const free = zoneOverAtlas(layout, belowFreeHairline);
  let [seen, all] = [0, 1e-6];
  for (let i = 0; i < free.length; i++) {
    const between = free[i] - below[i];
    if (between === 0) continue;
    seen += between * Math.max(confidence[i], confidence[mirroredTexel(i, layout.size)]);
    all += between;
  }
  const share = ramp(freeForehead.from, freeForehead.all, seen / all);
  if (share === 0) return below;
  const shown = below.slice();
  for (let i = 0; i < shown.length; i++) shown[i] = mix(below[i], free[i], share);
  return shown;
}

/**
 * Strong strokes at the sides are hair or earrings.
 * @param detail address of size² × 3, becomes logarithms
 * @param plain address of size²
 */
function boundSideDetail(detail: number, plain: number, layout: AtlasLayout): void {
  withScratch(() => {
    const zone = copyIn(zoneOverAtlas(layout, sideHairZone));
    const ears = copyIn(zoneOverAtlas(layout, earZone));
    kernels().boundDetail(detail, zone, ears, plain, maxSideDetail, maxEarDetail, layout.ids.length, detail);
  });
}

/** Addresses of size² × 3 and size²; `whole` is written. */
function blendMirrored(
  logs: number,
  confidence: number,
  seen: number,
  plain: number,
  size: number,
  whole: number,
): void {
  withScratch(() => {
    const both = allocate(4 * size * size);
    kernels().mirrorOffset(logs, seen, plain, ownConfidence.all, size, whole, both);
    fillHoles(whole, both, size);
  });
  kernels().blendMirrored(logs, confidence, ownConfidence.from, ownConfidence.all, size, whole);
}

/** Addresses of size² × 3 and size². */
function fillHoles(values: number, weights: number, size: number): void {
  withScratch(() => kernels().pullPush(values, weights, size, size, allocate(20 * size * size + 1024)));
  kernels().relax(values, weights, size, size, 4);
}

/** @param address of size² × 3 */
function subtractFromChannels(address: number, plane: Float32Array): void {
  const values = floatsAt(address, 3 * plane.length);
  for (let i = 0, at = 0; i < plane.length; i++) {
    values[at++] -= plane[i];
    values[at++] -= plane[i];
    values[at++] -= plane[i];
  }
}
