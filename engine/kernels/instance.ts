import { binary } from './binary';
import type { GeometryKernels } from './geometry-kernels';
import type { MaskKernels } from './mask-kernels';
import type { SourceKernels } from './source-kernels';
import type { ToneKernels } from './tone-kernels';

/** `assembly/` documents the parameters. Addresses are byte offsets in `memory`. */
export interface Kernels extends GeometryKernels, MaskKernels, SourceKernels, ToneKernels {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
  fillTriangles(ids: number, columns: number, rows: number, corners: number, numbers: number, count: number): void;
  boxBlur(
    plane: number,
    width: number,
    height: number,
    radius: number,
    passes: number,
    scratch: number,
    sums: number,
  ): void;
  lowPassColours(
    rgb: number,
    weights: number,
    mass: number,
    width: number,
    height: number,
    radius: number,
    slow: number,
    plane: number,
    scratch: number,
    sums: number,
  ): void;
  lowPassLightness(
    rgb: number,
    weights: number,
    mass: number,
    width: number,
    height: number,
    radius: number,
    slow: number,
    scratch: number,
    sums: number,
  ): void;
  cellMeans(rgb: number, width: number, height: number, cell: number, means: number, sums: number): void;
  interpolateZones(
    ids: number,
    columns: number,
    rows: number,
    barycentric: number,
    corners: number,
    fours: number,
    planes: number,
  ): void;
  close(plane: number, width: number, height: number, radius: number, scratch: number, padded: number): void;
  dilate(plane: number, width: number, height: number, radius: number, scratch: number, padded: number): void;
  halve(rgb: number, width: number, height: number, halved: number): void;
  crop(
    texture: number,
    width: number,
    height: number,
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    side: number,
    scale: number,
    offset: number,
    into: number,
  ): void;
  cropFace(
    picture: number,
    width: number,
    height: number,
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    side: number,
    into: number,
  ): void;
  bytesToPlanes(rgb: number, count: number, scales: number, offsets: number, planes: number): void;
  planesToNumbers(planes: number, count: number, scales: number, offsets: number, rgb: number): void;
  layerFace(rgb: number, mask: number, side: number, strength: number, layers: number): void;
  pasteFace(
    picture: number,
    width: number,
    height: number,
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    face: number,
    side: number,
    deltas: number,
  ): void;
  paint(
    original: number,
    painted: number,
    alpha: number,
    ids: number,
    width: number,
    height: number,
    across: number,
    down: number,
    fromTarget: number,
    atlas: number,
    size: number,
    fields: number,
    columns: number,
    rows: number,
    cell: number,
    line: number,
  ): void;
  pullPush(values: number, weights: number, width: number, height: number, scratch: number): void;
  relax(values: number, weights: number, width: number, height: number, sweeps: number): void;
  planesToRgb(
    lights: number,
    blues: number,
    reds: number,
    width: number,
    height: number,
    colours: number,
    rgb: number,
  ): void;
  meansOfSquares(plane: number, width: number, height: number, side: number, means: number, sums: number): void;
  meansToRgb(lights: number, blues: number, reds: number, count: number, colours: number, rgb: number): void;
  applyRgbChange(
    lights: number,
    blues: number,
    reds: number,
    width: number,
    height: number,
    before: number,
    after: number,
    weights: number,
  ): void;
  toneCells(
    warped: number,
    base: number,
    low: number,
    gain: number,
    shine: number,
    hue: number,
    darkHue: number,
    count: number,
    toned: number,
  ): void;
  hueDifference(
    toned: number,
    target: number,
    weights: number,
    count: number,
    least: number,
    most: number,
    planes: number,
  ): void;
  luminanceDifference(
    toned: number,
    target: number,
    weights: number,
    count: number,
    floor: number,
    excess: number,
  ): void;
  shiftHue(base: number, planes: number, masses: number, confidence: number, count: number, farthest: number): void;
  logLights(values: number, count: number, logs: number): void;
  moments(rgb: number, weights: number, count: number, sums: number): void;
  mapColours(rgb: number, count: number, map: number, mapped: number): void;
  luma(rgb: number, count: number, lights: number): void;
  soften(
    rgb: number,
    alpha: number,
    width: number,
    height: number,
    step: number,
    amount: number,
    sums: number,
    padded: number,
  ): void;
  edgeEnergy(
    lights: number,
    width: number,
    height: number,
    cell: number,
    step: number,
    uses: number,
    columns: number,
    span: number,
    sums: number,
    masks: number,
  ): void;
  noiseEnergy(
    lights: number,
    width: number,
    height: number,
    cell: number,
    step: number,
    uses: number,
    columns: number,
    rows: number,
    means: number,
  ): number;
  highPass(
    lights: number,
    width: number,
    height: number,
    radius: number,
    cell: number,
    columns: number,
    texture: number,
    energies: number,
    scratch: number,
  ): void;
  gradientProducts(
    plane: number,
    width: number,
    height: number,
    cell: number,
    columns: number,
    rows: number,
    tensors: number,
    scratch: number,
  ): void;
  addTexture(
    rgb: number,
    alpha: number,
    width: number,
    height: number,
    texture: number,
    most: number,
    shares: number,
    columns: number,
    rows: number,
    cell: number,
    line: number,
  ): void;
  fadeAlpha(
    alpha: number,
    width: number,
    height: number,
    shares: number,
    columns: number,
    rows: number,
    cell: number,
    line: number,
    rest: number,
  ): void;
  grain(rgb: number, alpha: number, width: number, height: number, deviation: number, seed: number): void;
}

const module = new WebAssembly.Module(Buffer.from(binary, 'base64'));

export const instantiate = (): Kernels => new WebAssembly.Instance(module).exports as unknown as Kernels;
