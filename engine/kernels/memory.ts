import { instantiate, type Kernels } from './instance';

/**
 * The memory that the kernels work in, handed out like a stack: whoever borrows copies in, computes, copies out and
 * gives it all back. Each thread has its own, because each loads this module anew.
 *
 * Memory that grows leaves every view of it behind, so what is kept are addresses; a view is made when it is needed, and
 * not used beyond the next `allocate`.
 */

const page = 65_536;
/** The kernels read and write up to so many bytes beyond what they are given. */
const overrunBytes = 64;
/** A memory that had to grow beyond this for one huge picture is let go afterwards. */
const maxRetainedBytes = 256 * 2 ** 20;

let instance: Kernels = instantiate();
/** Below lie the compiler's own numbers. */
const start = Math.ceil(instance.heapBase() / 16) * 16;
let top = start;

export const kernels = (): Kernels => instance;

/** Reserves bytes, aligned to 16, that hold whatever was left in them. Only within `borrowing`. */
export function allocate(bytes: number): number {
  const address = top;
  top = Math.ceil((address + bytes + overrunBytes) / 16) * 16;
  const missing = top - instance.memory.buffer.byteLength;
  if (missing > 0) instance.memory.grow(Math.ceil((1.25 * missing) / page));
  return address;
}

/** Does work that allocates; all of it is free again afterwards. */
export function withScratch<T>(work: () => T): T {
  const before = top;
  try {
    return work();
  } finally {
    top = before;
    if (top === start && instance.memory.buffer.byteLength > maxRetainedBytes) instance = instantiate();
  }
}

export const bytesAt = (address: number, length: number): Uint8Array =>
  new Uint8Array(instance.memory.buffer, address, length);
export const shortsAt = (address: number, length: number): Int16Array =>
  new Int16Array(instance.memory.buffer, address, length);
export const floatsAt = (address: number, length: number): Float32Array =>
  new Float32Array(instance.memory.buffer, address, length);
export const doublesAt = (address: number, length: number): Float64Array =>
  new Float64Array(instance.memory.buffer, address, length);

/** Allocates a copy of `values` and returns where it is. */
export function copyIn(values: Uint8Array | Int16Array | Float32Array | Float64Array): number {
  const address = allocate(values.byteLength);
  const source = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  bytesAt(address, values.byteLength).set(source);
  return address;
}
