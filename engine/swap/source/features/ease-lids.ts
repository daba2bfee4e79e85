import { eyeZone } from '#engine/swap/geometry/vertex-weights';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { ramp } from '#engine/swap/ops/curves';
import { close } from '#engine/swap/ops/morphology';
import { boxOfZone, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { eyeballs } from '#engine/swap/source/atlas/eyeballs';
import type { Layers } from '#engine/swap/source/photo/layers';
import { logLightness } from '#engine/swap/source/atlas/planes';

/** Share of the atlas: half the width of a lash line, which stays black. */
const lashes = 0.008;
/** Logarithm of light relative to skin: lids without make-up are hardly darker. */
const bare = -0.9;
/** By which the darkest make-up may be darker than that. */
const most = 0.5;
/** Of the zone, which falls from 1 on the lids to 0 beside them. */
const beside = { from: 0, all: 0.3 };
/** Share of the atlas beside the eyeballs: the wet edge of a lid. */
const edgeShare = 0.008;
/** Of the blurred eyeballs. */
const edge = { from: 0.02, all: 0.2 };
/** Logarithm of light above skin, in each channel: more is white. */
const brightest = 0.05;
const dim = 0.85;

/**
 * Eyeliner, and lashes seen from the side, are a black patch, which is a ragged blot in the corner of another eye in other
 * light: it becomes a shade, and thinner lines stay. The white of an eye beyond its landmarks, and the wet edge of its lid,
 * would be a white stripe below the target's eye: they become skin.
 */
export function easeLids(layers: Layers, layout: AtlasLayout): Layers {
  const { size } = layout;
  const zone = zoneOverAtlas(layout, eyeZone);
  const eyes = eyeballs(layout);
  const edges = eyes.slice();
  boxBlur(edges, size, size, Math.round(edgeShare * size), 2);
  const { y, height } = boxOfZone(layout, eyeZone);
  const [first, end] = [y * size, (y + height) * size];
  const shades = logLightness(layers.detail.subarray(3 * first, 3 * end));
  // An iris that touches its lid would widen the lash line to a patch.
  for (let i = 0; i < shades.length; i++) shades[i] *= 1 - eyes[first + i];
  const patches = new Float32Array(shades.length);
  close(shades, size, height, Math.round(lashes * size), patches);
  const detail = layers.detail.slice();
  for (let i = first; i < end; i++) {
    const lid = 1 - eyes[i];
    if (zone[i] === 0 || lid === 0) continue;
    const lighter = lid * ramp(beside.from, beside.all, zone[i]) * missingLight(bare - patches[i - first]);
    const dimmer = dim * lid * ramp(edge.from, edge.all, edges[i]);
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      const light = Math.log(detail[k] + 1e-3);
      detail[k] *= Math.exp(lighter + dimmer * Math.min(0, brightest - light));
    }
  }
  return { ...layers, detail };
}

/** @param excess logarithm of light below bare lids */
const missingLight = (excess: number): number => (excess > 0 ? excess - most * (1 - Math.exp(-excess / most)) : 0);
