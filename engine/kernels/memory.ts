import { instantiate, type Kernels } from './instance';

/** One per thread. Growth detaches all views: create them after the last `allocate`. */

const page = 65_536;
/** Kernels may read and write this far beyond. */
const overrunBytes = 64;
/** Memory grown for a huge picture is released. */
const maxRetainedBytes = 256 * 2 ** 20;

let instance: Kernels = instantiate();
/** Static data lies below. */
const start = Math.ceil(instance.heapBase() / 16) * 16;
let top = start;

export const kernels = (): Kernels => instance;

/** Uninitialised, aligned to 16. Only within `withScratch`. */
export function allocate(bytes: number): number {
  const address = top;
  top = Math.ceil((address + bytes + overrunBytes) / 16) * 16;
  const missing = top - instance.memory.buffer.byteLength;
  if (missing > 0) instance.memory.grow(Math.ceil((1.25 * missing) / page));
  return address;
}

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
export const wordsAt = (address: number, length: number): Uint32Array =>
  new Uint32Array(instance.memory.buffer, address, length);
export const floatsAt = (address: number, length: number): Float32Array =>
  new Float32Array(instance.memory.buffer, address, length);
export const doublesAt = (address: number, length: number): Float64Array =>
  new Float64Array(instance.memory.buffer, address, length);

/** A new plane of what `work` writes. */
export function computeFloats(length: number, work: (address: number) => void): Float32Array {
  return withScratch(() => {
    const address = allocate(4 * length);
    work(address);
    return floatsAt(address, length).slice();
  });
}

/** A changed copy. */
export function changedCopy(plane: Float32Array, work: (address: number) => void): Float32Array {
  return computeFloats(plane.length, (address) => {
    floatsAt(address, plane.length).set(plane);
    work(address);
  });
}

/** @param values may be a view of this memory */
export function copyIn(
  values: Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array | Float64Array,
): number {
  const { buffer, byteOffset, byteLength } = values;
  const isView = buffer === instance.memory.buffer;
  const address = allocate(byteLength);
  const source = new Uint8Array(isView ? instance.memory.buffer : buffer, byteOffset, byteLength);
  bytesAt(address, byteLength).set(source);
  return address;
}
