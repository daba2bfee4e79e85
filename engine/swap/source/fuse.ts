import type { Layers } from './layers';

const BEST_PHOTO_WEIGHT = 1.2;
const LEADER_WEIGHT = 12;

/**
 * Detail from the photo that shows it best, light from the most confident one.
 * @param leader its details are preferred
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
      // Averaging photos of a moving face would blur it.
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
