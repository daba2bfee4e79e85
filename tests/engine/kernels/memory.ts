import { bytesAt, copyIn, shortsAt } from '#engine/kernels/memory';

export function throughBytes(values: Uint8Array, work: (address: number) => void): Uint8Array {
  const address = copyIn(values);
  work(address);
  return bytesAt(address, values.length).slice();
}

export function throughShorts(values: Int16Array, work: (address: number) => void): Int16Array {
  const address = copyIn(values);
  work(address);
  return shortsAt(address, values.length).slice();
}
