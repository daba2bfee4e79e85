import asset from './canonical-mesh.json';

/** Kartynnik et al., "Real-time Facial Surface Geometry from Monocular Video on Mobile GPUs", 2019. */

/** The ten iris points that follow belong to no triangle. */
export const meshVertexCount = asset.vertices.length / 3;

/** 468 × (x, y, z) in centimetres: y down, z away from the camera. The published mesh has both negated. */
export const canonicalVertices = Float32Array.from(asset.vertices, (value, index) =>
  index % 3 === 0 ? value : -value,
);

/** 468 × (u, v) in 0–1, v down; mirrored about u = 0.5. */
export const canonicalUvs = Float32Array.from(asset.uvs);

/** 898 × 3. Includes eyes and mouth. */
export const canonicalTriangles = Uint16Array.from(asset.triangles);

export interface WeightedVertex {
  readonly vertex: number;
  readonly weight: number;
}

/** Points that move least with expression, with alignment weights. */
export const rigidVertices: readonly WeightedVertex[] = asset.procrustes.map(([vertex, weight]) => ({
  vertex,
  weight,
}));
