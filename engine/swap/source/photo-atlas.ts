import type { FaceView } from '../../types';
import { bilinear, bilinearRgb } from '../ops/bilinear';
import { boxBlur } from '../ops/box-blur';
import { ramp } from '../ops/curves';
import { cellMeans } from '../ops/resample';
import { uncovered } from '../raster';
import { skinField } from '../skin-field';
import { eyeZone, features } from '../vertex-weights';
import { spreadOverAtlas, type AtlasLayout } from './atlas-layout';
import { vertexVisibility } from './visibility';

/** One photo of a face, unwrapped. */
export interface PhotoAtlas {
  readonly layout: AtlasLayout;
  /** size² × 3, 0–255; zero where the face does not reach. */
  readonly rgb: Float32Array;
  /** size²: how far a texel is this person's own, well seen skin or feature (1) rather than hair or hidden (0). */
  readonly trust: Float32Array;
}

/** Longest side of the grid on which skin is judged. */
const skinGridSide = 200;

/** Unwraps a cropped photo and says which texels of it may be used. */
export function unwrapPhoto(view: FaceView, layout: AtlasLayout): PhotoAtlas {
  const { size, ids } = layout;
  const across = spreadOverAtlas(layout, view.landmarks, 3, 0);
  const down = spreadOverAtlas(layout, view.landmarks, 3, 1);
  const { image } = view;
  const rgb = new Float32Array(3 * size * size);
  for (let i = 0; i < size * size; i++) {
    if (ids[i] === uncovered) continue;
    bilinearRgb(image.data, image.width, image.height, across[i]! - 0.5, down[i]! - 0.5, rgb, 3 * i);
  }
  return { layout, rgb, trust: trustTexels(view, layout, rgb, across, down) };
}

function trustTexels(
  view: FaceView,
  layout: AtlasLayout,
  rgb: Float32Array,
  across: Float32Array,
  down: Float32Array,
): Float32Array {
  const { size, ids } = layout;
  const feature = spreadOverAtlas(layout, features);
  const seen = spreadOverAtlas(layout, vertexVisibility(view.landmarks));
  const skin = atlasSkin(view, feature, ids, across, down);
  const surroundings = meanSkin(skin, feature, ids, size);
  const shaded = oneSidedShade(layout, rgb);
  const trust = new Float32Array(size * size);
  for (let i = 0; i < size * size; i++) {
    if (ids[i] === uncovered || shaded[i]) continue;
    const clean = feature[i]! > 0.7 ? 1 : ramp(0.72, 0.97, surroundings[i]!);
    trust[i] = ramp(0.12, 0.42, seen[i]!) * clean;
  }
  return trust;
}

/** Skin probability of each texel, features counted as skin. */
function atlasSkin(
  { image, landmarks }: FaceView,
  feature: Float32Array,
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
  const scratch = new Float32Array(width * height);
  for (let pass = 0; pass < 2; pass++) boxBlur(field, width, height, Math.round(0.008 * width), scratch);
  return feature.map((weight, i) => {
    if (ids[i] === uncovered) return 0;
    const skin = bilinear(field, width, height, across[i]! / cell - 0.5, down[i]! / cell - 0.5);
    return skin + (1 - skin) * Math.min(1, 1.5 * weight);
  });
}

/** Skin probability of a texel's surroundings: one strand of hair makes its neighbours suspect too. */
function meanSkin(skin: Float32Array, feature: Float32Array, ids: Int16Array, size: number): Float32Array {
  const radius = Math.round(0.02 * size);
  const scratch = new Float32Array(size * size);
  const reach = Float32Array.from(ids, (id) => (id === uncovered ? 0 : 1));
  const mean = skin.map((value, i) => (feature[i]! > 0.7 ? reach[i]! : value));
  boxBlur(mean, size, size, radius, scratch);
  boxBlur(reach, size, size, radius, scratch);
  return mean.map((value, i) => (reach[i]! > 0 ? Math.min(value / reach[i]!, 0.3 + skin[i]!) : 0));
}

/** Patches in the upper third that are far darker than their mirror image: a fringe or its shadow on one side. */
function oneSidedShade(layout: AtlasLayout, rgb: Float32Array): Uint8Array {
  const { size, ids } = layout;
  const scratch = new Float32Array(size * size);
  const reach = Float32Array.from(ids, (id) => (id === uncovered ? 0 : 1));
  const light = reach.map((_, i) => rgb[3 * i]! + rgb[3 * i + 1]! + rgb[3 * i + 2]!);
  const radius = Math.round(0.015 * size);
  for (let pass = 0; pass < 2; pass++) {
    boxBlur(light, size, size, radius, scratch);
    boxBlur(reach, size, size, radius, scratch);
  }
  const eyes = spreadOverAtlas(layout, eyeZone);
  const shaded = new Uint8Array(size * size);
  for (let y = 0; y < size / 3; y++) {
    for (let x = 0; x < size; x++) {
      const i = y * size + x;
      const mirrored = y * size + size - 1 - x;
      if (ids[i] === uncovered || ids[mirrored] === uncovered || eyes[i]! > 0.2) continue;
      if (light[i]! / reach[i]! < (0.62 * light[mirrored]!) / reach[mirrored]!) shaded[i] = 1;
    }
  }
  return shaded;
}
