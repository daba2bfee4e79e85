import { lowerLipEdge } from '#engine/mesh/topology';
import type { FaceView } from '#engine/types';
import { cheekZone } from '#engine/swap/geometry/vertex-weights';
import { certain, maskReader } from '#engine/swap/judge/face-mask';
import { meanColour } from '#engine/swap/ops/mean-colour';
import { pullPush } from '#engine/swap/ops/pull-push';
import { mix, ramp } from '#engine/swap/ops/curves';
import { uncovered } from '#engine/swap/geometry/raster';
import type { AtlasLevel, Beard, Rgb } from '#engine/swap/source-types';
import { interpolateOverAtlas, layOutAtlas, zoneOverAtlas } from './atlas/atlas-layout';

/** Texels a side: the net's masks are not finer. */
const size = 64;
/** Mean over the atlas: less is stubble or an error of the net. */
const least = 0.01;
/** Texels below the lower edge of the lips. */
const belowLipsWithin = 3;
/** Texels, by the square of their darkness: with less, no hair is darker than the skin. */
const leastHair = 4;

/**
 * Mean of all photos, continued beyond the outline; undefined without a beard.
 * @param levels of the atlas, one of them `size` a side
 * @param belowLips 0–1 for each photo: share of its beard there that is hair
 */
export function beardOf(
  photos: readonly FaceView[],
  levels: readonly AtlasLevel[],
  belowLips: readonly number[],
): Beard | undefined {
  const layout = layOutAtlas(size);
  const seen = new Float32Array(size * size);
  const lips = layout.positions[3 * lowerLipEdge + 1];
  for (const [n, { masks, landmarks }] of photos.entries()) {
    if (!masks?.beard) continue;
    const read = maskReader(masks, landmarks);
    const across = interpolateOverAtlas(layout, landmarks, 3, 0);
    const down = interpolateOverAtlas(layout, landmarks, 3, 1);
    for (let i = 0; i < seen.length; i++) {
      if (layout.ids[i] === uncovered) continue;
      const share = mix(1, belowLips[n], ramp(0, belowLipsWithin, Math.floor(i / size) - lips));
      seen[i] += (share * ramp(certain.from, certain.all, read('beard', across[i], down[i]))) / photos.length;
    }
  }
  if (seen.reduce((sum, share) => sum + share, 0) < least * seen.length) return undefined;
  const rgb = Float32Array.from(levels.find((level) => level.size === size)!.data);
  const cheeks = zoneOverAtlas(layout, cheekZone);
  const skin = meanColour(
    rgb,
    seen.map((share, i) => cheeks[i] * (1.001 - share)), // never none; with hair all over the cheeks, none is darker than they are
  )!;
  return { size, data: continued(seen, layout.ids), skin, hair: hairOf(rgb, seen, skin) };
}

/** Mean by the square of the darkness, which skin between the hairs hardly has. */
function hairOf(rgb: Float32Array, beard: Float32Array, skin: Rgb): Rgb | undefined {
  const skinLight = skin[0] + skin[1] + skin[2];
  const weights = beard.map((share, i) => {
    const light = rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
    return share * Math.max(0, 1 - light / (skinLight + 1e-3)) ** 2;
  });
  return weights.reduce((sum, weight) => sum + weight, 0) < leastHair ? undefined : meanColour(rgb, weights);
}

/** Samples on the outline would else be half empty: hair there would count as dark skin. */
function continued(data: Float32Array, ids: Int16Array): Float32Array {
  const known = Float32Array.from(ids, (id) => (id === uncovered ? 0 : 1));
  const planes = new Float32Array(3 * data.length);
  for (let i = 0; i < data.length; i++) planes.fill(data[i], 3 * i, 3 * i + 3);
  pullPush(planes, known, size, size);
  return data.map((_share, i) => planes[3 * i]);
}
