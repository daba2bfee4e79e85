import { boxBlur } from '#engine/swap/ops/box-blur';
import { planeOf } from '#engine/swap/ops/plane';
import { uncovered } from '#engine/swap/geometry/raster';
import { pigmentedFeatures, eyeZone, sideHairZone } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from './atlas-layout';

/** Deviation from the local mean beside the eyes, relative to brightness. */
export function strandEnergy(layout: AtlasLayout, rgb: Float32Array): Float32Array {
  const { size, ids } = layout;
  const zone = zoneOverAtlas(layout, sideHairZone);
  const pigmented = zoneOverAtlas(layout, pigmentedFeatures);
  const light = planeOf(ids.length, (i) => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]);
  const slow = light.slice();
  boxBlur(slow, size, size, Math.max(1, Math.round(0.008 * size)));
  const reach = planeOf(ids.length, (i) => (ids[i] === uncovered ? 0 : zone[i] * (1 - Math.min(1, pigmented[i]))));
  const energy = planeOf(ids.length, (i) => (reach[i] * Math.abs(light[i] - slow[i])) / (slow[i] + 30));
  const mass = reach.slice();
  for (const plane of [energy, mass]) boxBlur(plane, size, size, Math.round(0.02 * size));
  return planeOf(ids.length, (i) => energy[i] / (mass[i] + 0.05));
}

/** Much darker than the mirror image: a fringe or its shadow. */
export function oneSidedShade(layout: AtlasLayout, rgb: Float32Array): Uint8Array {
  const { size, ids } = layout;
  const reach = planeOf(ids.length, (i) => (ids[i] === uncovered ? 0 : 1));
  const light = planeOf(ids.length, (i) => rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]);
  const radius = Math.round(0.015 * size);
  for (const plane of [light, reach]) boxBlur(plane, size, size, radius, 2);
  const eyes = zoneOverAtlas(layout, eyeZone);
  const shaded = new Uint8Array(size * size);
  for (let y = 0; y < size / 3; y++) {
    for (let x = 0; x < size; x++) {
      const i = y * size + x;
      const mirrored = y * size + size - 1 - x;
      if (ids[i] === uncovered || ids[mirrored] === uncovered || eyes[i] > 0.2) continue;
      if (light[i] / reach[i] < (0.62 * light[mirrored]) / reach[mirrored]) shaded[i] = 1;
    }
  }
  return shaded;
}
