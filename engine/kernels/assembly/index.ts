export { boxBlur } from './blur';
export { cellMeans, cellTextures } from './cells';
export { logLights, mapColours, moments } from './colour';
export { crop } from './crop';
export { grain } from './grain';
export { halve } from './halve';
export { differInHue, differInLight, shiftHue } from './differences';
export { light } from './light';
export { close } from './morphology';
export { paint } from './paint';
export { addChange, meansOfSquares, meansToRgb, planesToRgb } from './planes';
export { pullPush, relax } from './pull-push';
export { fillTriangles } from './raster';
export { edges, noise } from './reading';
export { slowColours } from './slow-colours';
export { soften } from './soften';
export { toneCells } from './tone';
export { spreadZones } from './zones';

/** Where the memory begins that the compiler leaves alone. */
export function firstFree(): usize {
  return __heap_base;
}
