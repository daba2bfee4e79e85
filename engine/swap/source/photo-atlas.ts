import type { FaceView } from '#engine/types';
import { bilinear, bilinearRgb } from '#engine/swap/ops/bilinear';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp, smoothstep } from '#engine/swap/ops/curves';
import { planeOf } from '#engine/swap/ops/plane';
import { cellMeans } from '#engine/swap/ops/resample';
import { uncovered } from '#engine/swap/geometry/raster';
import { skinField } from '#engine/swap/judge/skin-field';
import { sourceFeatureZone } from '#engine/swap/geometry/vertex-weights';
import { browLikeness } from './atlas-brows';
import { sourceGlasses } from './atlas-glasses';
import { oneSidedShade, strandEnergy } from './atlas-hair';
import { interpolateOverAtlas, zoneOverAtlas, type AtlasLayout } from './atlas-layout';
import { connectedToNose } from './connected';
import { vertexVisibility } from './visibility';

export interface PhotoAtlas {
  readonly layout: AtlasLayout;
  /** size² × 3, 0–255; 0 outside the face. */
  readonly rgb: Float32Array;
  /** size², 0–1: visible, not hair. */
  readonly confidence: Float32Array;
}

const skinGridSide = 200;

export function unwrapPhoto(view: FaceView, layout: AtlasLayout): PhotoAtlas {
  const { size, ids } = layout;
  const across = interpolateOverAtlas(layout, view.landmarks, 3, 0);
  const down = interpolateOverAtlas(layout, view.landmarks, 3, 1);
  const { image } = view;
  const rgb = new Float32Array(3 * size * size);
  for (let i = 0; i < size * size; i++) {
    if (ids[i] === uncovered) continue;
    bilinearRgb(image.data, image.width, image.height, across[i] - 0.5, down[i] - 0.5, rgb, 3 * i);
  }
  return { layout, rgb, confidence: texelConfidence(view, layout, rgb, across, down) };
}

function texelConfidence(
  view: FaceView,
  layout: AtlasLayout,
  rgb: Float32Array,
  across: Float32Array,
  down: Float32Array,
): Float32Array {
  const { size, ids } = layout;
  const feature = zoneOverAtlas(layout, sourceFeatureZone);
  const seen = interpolateOverAtlas(layout, vertexVisibility(view.landmarks));
  const bare = atlasSkin(view, ids, across, down);
  const skin = planeOf(bare.length, (i) => bare[i] + (1 - bare[i]) * clamp(2 * feature[i] - 1, 0, 1));
  const surroundings = surroundingSkin(skin, feature, ids, size);
  const quarter = neighbourhoodSkin(bare, feature, ids, size);
  const shaded = oneSidedShade(layout, rgb);
  const strands = strandEnergy(layout, rgb);
  const brow = browLikeness(layout, rgb, bare);
  const glasses = sourceGlasses(layout, rgb);
  const confidence = new Float32Array(size * size);
  for (let i = 0; i < size * size; i++) {
    if (ids[i] === uncovered || (shaded[i] && bare[i] < 0.6)) continue;
    const clean = feature[i] > 0.85 ? 1 : quarter[i] * Math.max(brow[i], ramp(0.5, 0.8, surroundings[i]));
    const view = 0.35 * ramp(0, 0.08, seen[i]) + 0.65 * ramp(0.12, 0.42, seen[i]);
    confidence[i] = view * clean * clean * ramp(0.09, 0.05, strands[i]) * (1 - glasses[i]);
  }
  const firm = planeOf(feature.length, (i) => (feature[i] > 0.85 ? 1 : brow[i]));
  return featherInwards(connectedToNose(confidence, layout), firm, ids, size);
}

function featherInwards(confidence: Float32Array, firm: Float32Array, ids: Int16Array, size: number): Float32Array {
  const soft = planeOf(ids.length, (i) => (ids[i] === uncovered ? 1 : confidence[i]));
  boxBlur(soft, size, size, Math.round(0.02 * size), 2);
  return planeOf(ids.length, (i) => confidence[i] * Math.max(firm[i], smoothstep(0.35, 0.85, soft[i])));
}

function atlasSkin(
  { image, landmarks }: FaceView,
  ids: Int16Array,
  across: Float32Array,
  down: Float32Array,
): Float32Array {
  let cell = 1;
  while (Math.max(image.width, image.height) / cell > skinGridSide) cell *= 2;
  const width = Math.ceil(image.width / cell);
  const height = Math.ceil(image.height / cell);
  const coarse = new Float32Array(3 * width * height);
  cellMeans(image.data, image.width, { x: 0, y: 0, ...image }, cell, coarse);
  const field = new Float32Array(width * height);
  const inCells = landmarks.map((value) => value / cell);
  skinField(coarse, width, height, inCells, { forehead: false, tolerance: 1.5 }, field);
  boxBlur(field, width, height, Math.round(0.008 * width), 2);
  return planeOf(ids.length, (i) =>
    ids[i] === uncovered ? 0 : bilinear(field, width, height, across[i] / cell - 0.5, down[i] / cell - 0.5),
  );
}

/** A strand of hair lowers its neighbours too. */
function surroundingSkin(skin: Float32Array, feature: Float32Array, ids: Int16Array, size: number): Float32Array {
  const radius = Math.round(0.025 * size);
  const reach = planeOf(ids.length, (i) => (ids[i] === uncovered ? 0 : 1));
  const mean = planeOf(ids.length, (i) => (feature[i] > 0.85 ? reach[i] : skin[i]));
  boxBlur(mean, size, size, radius);
  boxBlur(reach, size, size, radius);
  return planeOf(ids.length, (i) => (reach[i] > 0 ? Math.min(mean[i] / reach[i], 0.3 + skin[i]) : 0));
}

function neighbourhoodSkin(bare: Float32Array, feature: Float32Array, ids: Int16Array, size: number): Float32Array {
  const reach = planeOf(ids.length, (i) => (ids[i] === uncovered || feature[i] > 0.3 ? 0 : 1));
  const mean = planeOf(ids.length, (i) => reach[i] * bare[i]);
  for (const plane of [mean, reach]) boxBlur(plane, size, size, Math.round(0.05 * size), 2);
  return planeOf(ids.length, (i) => ramp(0.3, 0.55, mean[i] / (reach[i] + 1e-3)));
}
