import { clamp } from '../ops/curves';
import { lowFrequency } from './low-frequency';
import type { PhotoAtlas } from './photo-atlas';

/**
 * One atlas out of several photos of the same person: each texel comes mostly from the photo that saw it best. The
 * others are first brought to the light of the best photo, so that no edge shows where one takes over from another.
 */
export function fuseAtlases(atlases: readonly PhotoAtlas[]): PhotoAtlas {
  const ordered = [...atlases].sort((a, b) => total(b.trust) - total(a.trust));
  const best = ordered[0]!;
  if (ordered.length === 1) return best;
  const { size } = best.layout;
  const light = lowFrequency(best.rgb, best.trust, size);
  const rgb = new Float32Array(3 * size * size);
  const trust = new Float32Array(size * size);
  const mass = new Float32Array(size * size).fill(1e-6);
  for (const atlas of ordered) {
    const ownLight = lowFrequency(atlas.rgb, atlas.trust, size);
    for (let i = 0; i < size * size; i++) {
      // A steep power picks rather than averages: averaged photos of a moving face are a blurred face.
      const weight = (atlas === best ? 1.2 : 1) * (atlas.trust[i]! ** 6 + 1e-6);
      mass[i]! += weight;
      trust[i] = Math.max(trust[i]!, atlas.trust[i]!);
      for (let k = 3 * i; k < 3 * i + 3; k++) rgb[k]! += weight * atlas.rgb[k]! * relight(ownLight[k]!, light[k]!);
    }
  }
  for (let i = 0; i < rgb.length; i++) rgb[i]! /= mass[Math.floor(i / 3)]!;
  return { layout: best.layout, rgb, trust };
}

/** Factor that turns one light into another, kept from inventing detail in the dark. */
export function relight(from: number, to: number): number {
  return clamp((to + 8) / (from + 8), 0.6, 1.6);
}

function total(weights: Float32Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}
