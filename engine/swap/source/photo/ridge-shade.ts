import { ramp } from '#engine/swap/ops/curves';
import { logLightAt } from '#engine/swap/ops/light';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';

/** Logarithm of light by which the strip is darker than the side beside it. Light makes a ridge brighter. */
const darker = { from: 0.05, all: 0.15 };
/** Of the ridge's zone. */
const strip = 0.9;
const beside = { least: 0.05, most: 0.5 };
/** See `vertexVisibility`: of the side that is seen. */
const leastFacing = 0.3;

/**
 * What the mesh takes for the ridge of a turned nose may be the ridge, with its light, or the shade behind it.
 * @param rgb size² × 3, 0–255
 * @param ridge size², 0–1, see `ridgeAsOutline`
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
