import type { FaceView } from '#engine/types';
import { maskReader } from '#engine/swap/judge/face-mask';
import { ramp } from '#engine/swap/ops/curves';
import { uncovered } from '#engine/swap/geometry/raster';
import type { ShareMap } from '#engine/swap/source-types';
import { interpolateOverAtlas, layOutAtlas } from './atlas-layout';

/** Texels a side: the net's masks are not finer. */
const size = 64;
const certain = { from: 0.25, all: 0.6 };
/** Mean over the atlas: less is stubble or an error of the net. */
const least = 0.01;

/** Mean of all photos; undefined without a beard. */
export function beardOf(photos: readonly FaceView[]): ShareMap | undefined {
  const layout = layOutAtlas(size);
  const data = new Float32Array(size * size);
  for (const { masks, landmarks } of photos) {
    if (!masks?.beard) continue;
    const read = maskReader(masks, landmarks);
    const across = interpolateOverAtlas(layout, landmarks, 3, 0);
    const down = interpolateOverAtlas(layout, landmarks, 3, 1);
    for (let i = 0; i < data.length; i++) {
      if (layout.ids[i] === uncovered) continue;
      data[i] += ramp(certain.from, certain.all, read('beard', across[i], down[i])) / photos.length;
    }
  }
  return data.reduce((sum, share) => sum + share, 0) < least * data.length ? undefined : { size, data };
}
