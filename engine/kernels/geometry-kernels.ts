/** `assembly/gradients.ts`, `unfold.ts`, `fields.ts` and `openings.ts` document the parameters. */
export interface GeometryKernels {
  triangleGradients(
    positions: number,
    vertices: number,
    count: number,
    only: number,
    left: number,
    top: number,
    cell: number,
    values: number,
    stride: number,
    offset: number,
    gradients: number,
  ): void;
  barycentricGradients(
    positions: number,
    vertices: number,
    count: number,
    left: number,
    top: number,
    cell: number,
    barycentric: number,
  ): void;
  interpolatePlane(ids: number, columns: number, rows: number, gradients: number, plane: number): void;
  unfold(
    shift: number,
    target: number,
    vertices: number,
    skin: number,
    count: number,
    yielding: number,
    from: number,
    to: number,
    passes: number,
    areas: number,
  ): void;
  packFields(
    alpha: number,
    shine: number,
    hue: number,
    darkHue: number,
    base: number,
    low: number,
    gain: number,
    count: number,
    fields: number,
  ): void;
  findOpen(ids: number, fromTarget: number, from: number, step: number, end: number): number;
  markOpen(ids: number, fromTarget: number, count: number, openings: number): void;
  edgeShares(openings: number, count: number, shares: number): void;
  innerAlpha(alpha: number, count: number, from: number, inner: number): void;
  bytesToFloats(bytes: number, count: number, times: number, floats: number): void;
  floatsToBytes(floats: number, count: number, times: number, bytes: number): void;
  markSeams(
    ids: number,
    width: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    skin: number,
    across: number,
    down: number,
    jump: number,
    marks: number,
  ): number;
  readColours(
    ids: number,
    columns: number,
    rows: number,
    across: number,
    down: number,
    fromTarget: number,
    atlas: number,
    size: number,
    target: number,
    warped: number,
  ): void;
  readPlane(
    ids: number,
    columns: number,
    rows: number,
    across: number,
    down: number,
    fromTarget: number,
    size: number,
    plane: number,
    planeSize: number,
    elsewhere: number,
    read: number,
  ): void;
  countValues(
    ids: number,
    original: number,
    painted: number,
    alpha: number,
    width: number,
    height: number,
    stride: number,
    opaque: number,
    before: number,
    after: number,
  ): void;
  hueSpread(rgb: number, covered: number, feather: number, count: number, sums: number): void;
}
