import type { Layers } from './photo/layers';

const BEST_PHOTO_WEIGHT = 1.2;
const LEADER_WEIGHT = 12;

/**
 * Detail from the photo that shows it best, light from the most confident one.
 * @param leader its details are preferred
 */
export function fuseLayers(photos: readonly Layers[], leader?: Layers): Layers {
  const ordered = byConfidence(photos);
  const best = ordered[0];
  if (ordered.length === 1) return best;
  const detail = new Float32Array(best.detail.length);
  const confidence = new Float32Array(best.confidence.length);
  for (let i = 0; i < confidence.length; i++) {
    let mass = 0;
    for (const photo of ordered) {
      const weight = weightOf(photo, i, best, leader);
      mass += weight;
      confidence[i] = Math.max(confidence[i], photo.confidence[i]);
      for (let k = 3 * i; k < 3 * i + 3; k++) detail[k] += weight * photo.detail[k];
    }
    for (let k = 3 * i; k < 3 * i + 3; k++) detail[k] /= mass;
  }
  return { light: best.light, detail, confidence };
}

/**
 * As the detail.
 * @param planes size², one for each photo
 */
export function fusePlanes(photos: readonly Layers[], planes: readonly Float32Array[], leader?: Layers): Float32Array {
  if (photos.length === 1) return planes[0];
  const [best] = byConfidence(photos);
  return planes[0].map((_, i) => {
    let [sum, mass] = [0, 0];
    for (const [n, photo] of photos.entries()) {
      const weight = weightOf(photo, i, best, leader);
      sum += weight * planes[n][i];
      mass += weight;
    }
    return sum / mass;
  });
}

/** Averaging photos of a moving face would blur it. */
function weightOf(photo: Layers, texel: number, best: Layers, leader: Layers | undefined): number {
  const lead = photo === leader ? LEADER_WEIGHT : photo === best ? BEST_PHOTO_WEIGHT : 1;
  return lead * (photo.confidence[texel] ** 6 + 1e-6);
}

const byConfidence = (photos: readonly Layers[]): Layers[] =>
  [...photos].sort((a, b) => total(b.confidence) - total(a.confidence));

function total(weights: Float32Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}
