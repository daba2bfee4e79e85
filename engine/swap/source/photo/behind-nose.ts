import type { Landmarks } from '#engine/types';
import { wholeNose } from '#engine/swap/geometry/vertex-weights';
import { ramp } from '#engine/swap/ops/curves';
import { logLightAt } from '#engine/swap/ops/light';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';
import { interpolateOverAtlas, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { noseAsOutline } from './visibility';

/** Logarithm of light by which the strip is darker than the side beside it. Light makes a ridge brighter. */
const darker = { from: 0.05, all: 0.15 };
/** Of the greatest share of a zone. */
const strip = 0.9;
const beside = { least: 0.05, most: 0.5 };
/** See `vertexVisibility`: of the side that is seen. */
const leastFacing = 0.3;

/**
 * On the outline of a turned nose the mesh may take for the nose what the photo shows behind it.
 * @param rgb size² × 3, 0–255
 * @param facing size², see `vertexVisibility`
 * @returns size², 0 for the nose to 1 for what is behind it; undefined if that is nowhere
 */
export function shownBehindNose(
  landmarks: Landmarks,
  rgb: Float32Array,
  facing: Float32Array,
  layout: AtlasLayout,
): Float32Array | undefined {
  const outline = noseAsOutline(landmarks);
  if (!outline) return undefined;
  const [ridge, columella] = [outline.ridge, outline.columella].map((zone) => interpolateOverAtlas(layout, zone));
  const shade = shadeOnRidge(rgb, ridge, facing);
  const light = lightBehindColumella(rgb, columella, zoneOverAtlas(layout, wholeNose), facing);
  if (shade === 0 && light === 0) return undefined;
  return ridge.map((share, i) => Math.max(shade * share, light * columella[i]));
}

/**
 * What the mesh takes for the ridge of a turned nose may be the ridge, with its light, or the shade behind it.
 * @param rgb size² × 3, 0–255
 * @param ridge size², 0–1, see `noseAsOutline`
 * @param facing size², see `vertexVisibility`
 * @returns 0 for the ridge to 1 for shade
 */
export function shadeOnRidge(rgb: Float32Array, ridge: Float32Array, facing: Float32Array): number {
  const most = ridge.reduce((highest, share) => Math.max(highest, share), 0);
  if (most === 0) return 0;
  const [onRidge, nearIt] = [new WeightedMean(), new WeightedMean()];
  for (let i = 0; i < ridge.length; i++) {
    const share = ridge[i] / most;
    if (share > strip) onRidge.add(logLightAt(rgb, 3 * i));
    else if (share > beside.least && share < beside.most && facing[i] > leastFacing) nearIt.add(logLightAt(rgb, 3 * i));
  }
  return ramp(darker.from, darker.all, nearIt.value - onRidge.value);
}

/** Logarithm of light of the columella above that of the nose's seen side: in photos it is darker, by 0.2 and more. */
const lighter = { from: -0.1, all: 0.05 };
/** Of the zone of the nose. */
const onSide = 0.5;

/**
 * What the mesh takes for the skin between the nostrils of a turned nose may be the lip or the cheek behind it, in the light.
 * @param rgb size² × 3, 0–255
 * @param columella size², 0–1, see `noseAsOutline`
 * @param nose size², 0–1
 * @param facing size², see `vertexVisibility`
 * @returns 0 for the columella to 1 for what is behind it
 */
export function lightBehindColumella(
  rgb: Float32Array,
  columella: Float32Array,
  nose: Float32Array,
  facing: Float32Array,
): number {
  const most = columella.reduce((highest, share) => Math.max(highest, share), 0);
  const [between, side] = [new WeightedMean(), new WeightedMean()];
  for (let i = 0; i < columella.length; i++) {
    if (columella[i] > strip * most) between.add(logLightAt(rgb, 3 * i));
    else if (nose[i] > onSide && columella[i] === 0 && facing[i] > leastFacing) side.add(logLightAt(rgb, 3 * i));
  }
  return ramp(lighter.from, lighter.all, between.value - side.value);
}
