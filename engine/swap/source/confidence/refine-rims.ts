import { brows, eyeZone } from '#engine/swap/geometry/vertex-weights';
import { darkerHalf, darkRim, insideRim, shine } from '#engine/swap/judge/rims';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { mix, ramp } from '#engine/swap/ops/curves';
import { zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { eyeballs } from '#engine/swap/source/atlas/eyeballs';
import type { Layers } from '#engine/swap/source/photo/layers';
import type { PhotoAtlas } from '#engine/swap/source/photo/photo-atlas';
import { logLightness } from '#engine/swap/source/atlas/planes';

// Logarithms of lightness relative to the skin around.
/** Of rims on skin. */
const shadow = { from: -0.22, all: -0.45 };
/** Either way, beside what is hidden: blurred edges of rims. */
const faint = { from: 0.08, all: 0.2 };

/** Share of a rim's darkness: hairs of brows reach a third. */
const asDark = { from: 0.5, all: 0.75 };
/** Lids and lashes are darker than skin. */
const ofLids = 0.4;
/** Of the net, whose cells are coarse. */
const certain = { from: 0.75, all: 0.95 };

/** Of what is hidden, with soft edges. */
const blurred = { from: 0.07, all: 0.235 };

/** Shares of the atlas. */
const softEdge = 0.004;
const besideRims = 0.012;
const besideEyes = 0.012;

/** size², 0–1. */
interface Zones {
  readonly brow: Float32Array;
  readonly lid: Float32Array;
  /** With soft edges. */
  readonly eyes: Float32Array;
}

const awayFrom = (eye: number): number => ramp(0.5, 0.3, eye);

/**
 * The net marks rims of glasses with a wide margin, which hides lids and brows. Of dark rims the photo itself shows which
 * texels they cover.
 */
export function refineRims(layers: Layers, { rims }: PhotoAtlas, layout: AtlasLayout): Layers {
  if (!rims) return layers;
  const { size } = layout;
  const lightness = logLightness(layers.detail);
  const ofRims = darkerHalf(lightness.filter((_, i) => rims.found[i] > insideRim)) ?? 0;
  const share = ramp(darkRim.from, darkRim.all, ofRims);
  if (share === 0) return layers;
  const zones = zonesOf(layout);
  const hidden = hiddenTexels(lightness, ofRims, rims, zones);
  hideFaintEdges(hidden, lightness, zones, size);
  boxBlur(hidden, size, size, Math.max(1, Math.round(softEdge * size)), 2);
  const confidence = layers.confidence.map((own, i) =>
    mix(own, rims.without[i] * (1 - ramp(blurred.from, blurred.all, hidden[i])), share),
  );
  return { ...layers, confidence };
}

/** Within the net's margin: as dark as the rims, shining, or in their shadow. */
function hiddenTexels(
  lightness: Float32Array,
  ofRims: number,
  { found, wide }: NonNullable<PhotoAtlas['rims']>,
  { brow, lid, eyes }: Zones,
): Float32Array {
  return lightness.map((value, i) => {
    if (wide[i] === 0) return 0;
    const rim = Math.max(ramp(asDark.from, asDark.all, value / ofRims), ramp(certain.from, certain.all, found[i]));
    const shaded = (1 - brow[i]) * ramp(shadow.from, shadow.all, mix(value, ofLids * value, lid[i]));
    return wide[i] * Math.max(rim, shaded, awayFrom(eyes[i]) * ramp(shine.from, shine.all, value));
  });
}

/** Beside what is hidden already. @param hidden changed */
function hideFaintEdges(hidden: Float32Array, lightness: Float32Array, { brow, lid, eyes }: Zones, size: number): void {
  const near = hidden.slice();
  boxBlur(near, size, size, Math.round(besideRims * size), 2);
  for (let i = 0; i < hidden.length; i++) {
    if (near[i] === 0) continue;
    const skin = (1 - brow[i]) * (1 - lid[i]) * awayFrom(eyes[i]) * ramp(0.02, 0.1, near[i]);
    hidden[i] = Math.max(hidden[i], skin * ramp(faint.from, faint.all, Math.abs(lightness[i])));
  }
}

function zonesOf(layout: AtlasLayout): Zones {
  const { size } = layout;
  const eyes = eyeballs(layout);
  boxBlur(eyes, size, size, Math.round(besideEyes * size), 2);
  return { brow: zoneOverAtlas(layout, brows), lid: zoneOverAtlas(layout, eyeZone), eyes };
}
