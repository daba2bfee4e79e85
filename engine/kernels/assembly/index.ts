export { grain } from './grain';
export { fillTriangles } from './raster';
export { light } from './light';
export { paint } from './paint';
export { edges, noise } from './reading';
export { soften } from './soften';
