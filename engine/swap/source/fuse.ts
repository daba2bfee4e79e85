import type { Layers } from './layers';

/** How much a little lead counts, and that of the photo whose pose is wanted: it wins wherever it saw tolerably. */
const BEST_PHOTO_WEIGHT = 1.2;
const LEADER_WEIGHT = 12;

/**
 * One face out of several photos of the same person: each texel's detail comes from the photo that saw it best, all in
 * the light of the photo that saw most.
 *
 * @param leader the photo whose details are preferred; the one that saw most when there is none.
 */
export function fuseLayers(photos: readonly Layers[], leader?: Layers): Layers {
  const ordered = [...photos].sort((a, b) => total(b.confidence) - total(a.confidence));
  const best = ordered[0];
  if (ordered.length === 1) return best;
  const detail = new Float32Array(best.detail.length);
  const confidence = new Float32Array(best.confidence.length);
  for (let i = 0; i < confidence.length; i++) {
    let mass = 0;
    for (const photo of ordered) {
      // A steep power picks rather than averages: averaged photos of a moving face are a blurred face.
      const lead = photo === leader ? LEADER_WEIGHT : photo === best ? BEST_PHOTO_WEIGHT : 1;
      const weight = lead * (photo.confidence[i] ** 6 + 1e-6);
      mass += weight;
      confidence[i] = Math.max(confidence[i], photo.confidence[i]);
      for (let k = 3 * i; k < 3 * i + 3; k++) detail[k] += weight * photo.detail[k];
    }
    for (let k = 3 * i; k < 3 * i + 3; k++) detail[k] /= mass;
  }
  return { light: best.light, detail, confidence };
}

function total(weights: Float32Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}
