import { allocate, changedCopy, computeFloats, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import {
  belowHairline,
  earZone,
  pigmentedFeatures,
  features,
  sideHairZone,
} from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import type { Layers } from './layers';
import { plainSkin } from './planes';

/** Confidence of a known texel; from `ownConfidence` on its mirror image loses weight. */
const known = { from: 0.12, all: 0.3 };
/** Logarithm: keeps moles, suppresses hair. */
const maxSideDetail = 0.25;
/** Earrings. */
const maxEarDetail = 0.02;
const ownConfidence = { from: 0.3, all: 0.7 };

/** From the mirrored half, then the surroundings, without a step (Pérez et al., "Poisson Image Editing", 2003). */
export function completeLayers({ light, detail, confidence }: Layers, layout: AtlasLayout): Layers {
  const { size, ids } = layout;
  const plain = plainSkin(layout, pigmentedFeatures);
  const whole = blendMirrored(boundSideDetail(detail, plain, layout), confidence, plain, layout);
  const sure = new Float32Array(confidence.length);
  const completed = changedCopy(whole, (texels) => {
    const shares = allocate(sure.byteLength);
    withScratch(() => {
      const certain = allocate(sure.byteLength);
      withScratch(() => {
        const numbers = copyIn(ids);
        const own = copyIn(confidence);
        const below = copyIn(zoneOverAtlas(layout, belowHairline));
        const feature = copyIn(zoneOverAtlas(layout, features));
        kernels().knownTexels(
          numbers,
          own,
          below,
          feature,
          copyIn(plain),
          known.from,
          known.all,
          size,
          shares,
          certain,
        );
      });
      fillHoles(texels, certain, size);
    });
    kernels().mixLogarithms(texels, copyIn(whole), shares, sure.length);
    sure.set(floatsAt(shares, sure.length));
  });
  return { light, detail: completed, confidence: sure };
}

/** Logarithms. Strong strokes at the sides are hair or earrings. */
function boundSideDetail(detail: Float32Array, plain: Float32Array, layout: AtlasLayout): Float32Array {
  return computeFloats(detail.length, (logs) => {
    const zone = copyIn(zoneOverAtlas(layout, sideHairZone));
    const ears = copyIn(zoneOverAtlas(layout, earZone));
    const share = copyIn(plain);
    kernels().boundDetail(copyIn(detail), zone, ears, share, maxSideDetail, maxEarDetail, plain.length, logs);
  });
}

function blendMirrored(
  logs: Float32Array,
  confidence: Float32Array,
  plain: Float32Array,
  { size }: AtlasLayout,
): Float32Array {
  return computeFloats(logs.length, (offset) => {
    const both = allocate(confidence.byteLength);
    const own = copyIn(confidence);
    const from = copyIn(logs);
    kernels().mirrorOffset(from, own, copyIn(plain), ownConfidence.all, size, offset, both);
    fillHoles(offset, both, size);
    kernels().blendMirrored(from, own, ownConfidence.from, ownConfidence.all, size, offset);
  });
}

/** Addresses of size² × 3 and size². */
function fillHoles(values: number, weights: number, size: number): void {
  withScratch(() => kernels().pullPush(values, weights, size, size, allocate(20 * size * size + 1024)));
  kernels().relax(values, weights, size, size, 4);
}
