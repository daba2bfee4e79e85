/** Format of `public/art/mesh-heads.json`: two heads on one mesh. */
export interface Heads {
  /** x, y, z per vertex, centimetres; y up, z towards the viewer. */
  first: Float32Array;
  second: Float32Array;
  /** Three vertex indices per triangle; the face's come first. */
  triangles: Uint16Array;
  /** Number of face triangles; the others are skull and neck. */
  faceTriangles: number;
  /** Two vertex indices per edge. */
  edges: Uint16Array;
  /** Three per triangle. */
  edgesOfTriangle: Uint16Array;
  /** Belongs to the face only. */
  isFaceEdge: boolean[];
}

interface File {
  faceVertices: number;
  first: number[];
  second: number[];
  triangles: number[];
}

const perCentimetre = 40;

export async function loadHeads(signal: AbortSignal): Promise<Heads> {
  const response = await fetch('/art/mesh-heads.json', { signal });
  const { faceVertices, first, second, triangles } = (await response.json()) as File;
  const { edges, edgesOfTriangle } = edgesOf(triangles);
  const isOfFace = (vertex: number) => vertex < faceVertices;
  return {
    first: Float32Array.from(first, (value) => value / perCentimetre),
    second: Float32Array.from(second, (value) => value / perCentimetre),
    triangles: Uint16Array.from(triangles),
    faceTriangles: Math.floor(triangles.findIndex((vertex) => !isOfFace(vertex)) / 3),
    edges,
    edgesOfTriangle,
    isFaceEdge: Array.from({ length: edges.length / 2 }, (_, edge) =>
      [edges[2 * edge]!, edges[2 * edge + 1]!].every(isOfFace),
    ),
  };
}

/** Each edge once. */
function edgesOf(triangles: number[]) {
  const numbers = new Map<string, number>();
  const edges: number[] = [];
  const edgesOfTriangle = Uint16Array.from(triangles, (from, index) => {
    const to = triangles[index % 3 < 2 ? index + 1 : index - 2]!;
    const name = `${Math.min(from, to)} ${Math.max(from, to)}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, numbers.size);
    edges.push(from, to);
    return numbers.size - 1;
  });
  return { edges: Uint16Array.from(edges), edgesOfTriangle };
}
