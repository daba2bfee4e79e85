import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { ramp } from '#engine/swap/ops/curves';
import { close } from '#engine/swap/ops/morphology';
import { boxOfZone, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { logLightness } from '#engine/swap/source/atlas/planes';
import type { Layers } from '#engine/swap/source/photo/layers';

/** Share of the atlas: half the width of the largest speck. */
const speck = 0.008;
/** Logarithm of light above the lip around: ridges of a lip are hardly brighter. */
const ridge = 0.08;
/** Logarithm of light of plain skin, which the edge of a lip may be as bright as. */
const skin = 0;
const dim = 0.85;
/** Of the zone, which falls from 1 on the lips to 0 beside them: the edge of the upper lip shines most. */
const beside = { from: 0, all: 0.3 };
/** The lower edge of the upper lip. */
const upperMiddle = 13;

/**
 * Gloss mirrors the lamps of its photo in specks, most of all on the stretched upper lip of a laugh. On a calm mouth in
 * other light they are white dots in places where nothing shines.
 */
export function easeGloss(layers: Layers, layout: AtlasLayout): Layers {
  const { size, positions } = layout;
  const { y } = boxOfZone(layout, lipZone);
  const middle = Math.round(positions[3 * upperMiddle + 1]);
  const detail = layers.detail.slice();
  const upper = detail.subarray(3 * y * size, 3 * middle * size);
  const zone = zoneOverAtlas(layout, lipZone).subarray(y * size, middle * size);
  const shades = logLightness(upper);
  const without = openSpecks(shades, size, middle - y);
  for (let i = 0; i < shades.length; i++) {
    const excess = shades[i] - Math.max(skin, without[i] + ridge);
    if (zone[i] === 0 || excess <= 0) continue;
    const dimmer = Math.exp(-dim * ramp(beside.from, beside.all, zone[i]) * excess);
    for (let k = 3 * i; k < 3 * i + 3; k++) upper[k] *= dimmer;
  }
  return { ...layers, detail };
}

/** Bright structures that are narrower than two specks become as dark as what is around them. */
function openSpecks(shades: Float32Array, width: number, height: number): Float32Array {
  const darkness = shades.map((shade) => -shade);
  close(darkness, width, height, Math.round(speck * width), darkness);
  return darkness.map((shade) => -shade);
}
