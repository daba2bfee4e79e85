import asset from './canonical-mesh.json';

/**
 * The average face of MediaPipe's face geometry module, in centimetres, with the topology that all landmarks share
 * (Kartynnik et al., "Real-time Facial Surface Geometry from Monocular Video on Mobile GPUs", 2019).
 */

/** Vertices of the skin mesh; the ten iris points that follow them in a landmark set belong to no triangle of it. */
export const meshVertexCount = asset.vertices.length / 3;

/**
 * 468 × (x, y, z) in centimetres, in the axes of a picture: x to the right, y down, z away from the camera.
 * The published mesh looks the other way up and towards us, hence the signs.
 */
export const canonicalVertices = Float32Array.from(asset.vertices, (value, index) =>
  index % 3 === 0 ? value : -value,
);

/** 468 × (u, v) in 0–1: u to the picture's right, v down. Left and right halves mirror each other about u = 0.5. */
export const canonicalUvs = Float32Array.from(asset.uvs);

/** 898 × three vertex numbers. The surface closes over the eyes and the mouth. */
export const canonicalTriangles = Uint16Array.from(asset.triangles);

export interface WeightedVertex {
  readonly vertex: number;
  readonly weight: number;
}

/** The points that move least with expression, and how far each may be trusted when a head is aligned. */
export const rigidVertices: readonly WeightedVertex[] = asset.procrustes.map(([vertex, weight]) => ({
  vertex,
  weight,
}));
