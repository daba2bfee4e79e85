/** Two heads on one mesh, as `public/art/mesh-heads.json` holds them. */
export interface Heads {
  /** x, y, z of each vertex, centimetres; y up, z towards whoever looks. */
  first: Float32Array;
  second: Float32Array;
  /** Three vertex numbers a triangle; the face's come first. */
  triangles: Uint16Array;
  /** How many triangles are of the face; the others are of skull and neck. */
  faceTriangles: number;
  /** Two vertex numbers an edge. */
  edges: Uint16Array;
  /** The three edges of each triangle. */
  edgesOfTriangle: Uint16Array;
  /** Whether an edge belongs to the face alone. */
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
    faceTriangles: triangles.findIndex((vertex) => !isOfFace(vertex)) / 3 || triangles.length / 3,
    edges,
    edgesOfTriangle,
    isFaceEdge: Array.from({ length: edges.length / 2 }, (_, edge) =>
      [edges[2 * edge]!, edges[2 * edge + 1]!].every(isOfFace),
    ),
  };
}

/** Every edge once, though two triangles share it. */
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
