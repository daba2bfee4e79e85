import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { ramp } from '#engine/swap/ops/curves';
import { close } from '#engine/swap/ops/morphology';
import { boxOfZone, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { logLightness } from '#engine/swap/source/atlas/planes';

/** Share of the atlas: half the width of the largest speck. */
const speck = 0.008;
/** Logarithm of light above the lip around: ridges of a lip are hardly brighter. */
const ridge = 0.08;
const dim = 0.85;
/** Of the zone, which falls from 1 on the lips to 0 beside them: the edge of the upper lip shines most. */
const beside = { from: 0, all: 0.3 };

/**
 * Gloss mirrors the lamps of its photo in specks, most of all on the stretched upper lip of a laugh. On a calm mouth in
 * other light they are white dots in places where nothing shines.
 * @param detail size² × 3; changed
 * @param middle row between the lips
 */
export function easeGloss(detail: Float32Array, layout: AtlasLayout, middle: number): void {
  const { size } = layout;
  const { y } = boxOfZone(layout, lipZone);
  const [first, end] = [y * size, middle * size];
  const zone = zoneOverAtlas(layout, lipZone).subarray(first, end);
  const shades = logLightness(detail.subarray(3 * first, 3 * end));
  const without = openSpecks(shades, size, middle - y);
  for (let i = 0; i < shades.length; i++) {
    const excess = shades[i] - without[i] - ridge;
    if (zone[i] === 0 || excess <= 0) continue;
    const dimmer = Math.exp(-dim * ramp(beside.from, beside.all, zone[i]) * excess);
    for (let k = 3 * (first + i); k < 3 * (first + i) + 3; k++) detail[k] *= dimmer;
  }
}

/** Bright structures that are narrower than two specks become as dark as what is around them. */
function openSpecks(shades: Float32Array, width: number, height: number): Float32Array {
  const darkness = shades.map((shade) => -shade);
  close(darkness, width, height, Math.round(speck * width), darkness);
  return darkness.map((shade) => -shade);
}
