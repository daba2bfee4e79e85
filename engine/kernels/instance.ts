import { binary } from './binary';

/**
 * The engine's hot loops, compiled from `assembly/`, where each says what it takes. Addresses count bytes from the start
 * of the memory.
 */
export interface Kernels {
  readonly memory: WebAssembly.Memory;
  fillTriangles(ids: number, columns: number, rows: number, corners: number, numbers: number, count: number): void;
  paint(
    original: number,
    painted: number,
    shares: number,
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
  light(rgb: number, count: number, lights: number): void;
  soften(
    rgb: number,
    shares: number,
    width: number,
    height: number,
    step: number,
    amount: number,
    sums: number,
    padded: number,
  ): void;
  edges(
    lights: number,
    width: number,
    height: number,
    cell: number,
    step: number,
    uses: number,
    columns: number,
    sums: number,
  ): void;
  noise(
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
  grain(rgb: number, shares: number, width: number, height: number, deviation: number, seed: number): void;
}

const module = new WebAssembly.Module(Buffer.from(binary, 'base64'));

/** The kernels with a memory of their own, all zero. */
export const instantiate = (): Kernels => new WebAssembly.Instance(module).exports as unknown as Kernels;
