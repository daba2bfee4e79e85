export { addTexture, fadeAlpha } from './add-texture';
export { boxBlur } from './blur';
export { cellMeans } from './cells';
export { logLights, mapColours, moments } from './colour';
export { blendMirrored, boundDetail, knownTexels, mirrorOffset, mixLogarithms } from './complete';
export { countValues } from './count-values';
export { crop } from './crop';
export {
  bandEnergy,
  beside,
  evenBand,
  logarithms,
  logLightness,
  mirrorLight,
  scaleByExp,
  symmetriseShade,
} from './even';
export { cropFace } from './face-crop';
export { pasteFace } from './face-paste';
export { bytesToPlanes, layerFace, planesToNumbers } from './face-planes';
export { packFields } from './fields';
export { barycentricGradients, interpolatePlane, triangleGradients } from './gradients';
export { gradientProducts } from './gradient-products';
export { grain } from './grain';
export { halve } from './halve';
export { highPass } from './high-pass';
export { hueDifference, luminanceDifference, shiftHue } from './differences';
export { luma } from './luma';
export { finishMask, joinCovers, rampPlane, skinProbability } from './mask';
export { markSeams } from './mark-seams';
export { addShares } from './mask-shares';
export { close, dilate } from './morphology';
export { coverCells, lipLikeness, ownCells, replaceNegative, sumWeighed } from './occlusion';
export { bytesToFloats, edgeShares, findOpen, floatsToBytes, hueSpread, innerAlpha, markOpen } from './openings';
export { paint } from './paint';
export { applyRgbChange, meansOfSquares, meansToRgb, planesToRgb } from './planes';
export { pullPush, relax } from './pull-push';
export { fillTriangles } from './raster';
export { readColours, readPlane } from './read-source';
export { comparableSkin, discountShine, easeShade, hueConfidence, plainSkin, relightCells } from './relight';
export { addFading, seamDifference } from './seam';
export { channelSums, detailEnergy, innerSkin, scaleByShare, sumWhere } from './shares';
export { edgeEnergy, noiseEnergy } from './texture';
export { lowPassColours, lowPassLightness } from './low-pass';
export { soften } from './soften';
export {
  addNumber,
  bareTexels,
  discountShadow,
  divideLight,
  featherConfidence,
  freeTexels,
  mixPlanes,
  multiplyLight,
  outsideAsOne,
  plainTexels,
  skinOrFeature,
  skinWeights,
  squareMeans,
  timesEnlarged,
} from './texels';
export { toneCells } from './tone';
export { unfold } from './unfold';
export { unwrap, unwrapShares } from './unwrap';
export { interpolateZones } from './zones';

export function heapBase(): usize {
  return __heap_base;
}
