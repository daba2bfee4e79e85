type Elements = Float32Array | Float64Array | Int16Array | Uint8Array;

interface BufferKey<T extends Elements> {
  readonly bytesPerElement: number;
  view(memory: ArrayBuffer, length: number): T;
}

// Declare each buffer once, at the top of its module.
export const floats = (): BufferKey<Float32Array> => ({
  bytesPerElement: 4,
  view: (memory, length) => new Float32Array(memory, 0, length),
});
export const doubles = (): BufferKey<Float64Array> => ({
  bytesPerElement: 8,
  view: (memory, length) => new Float64Array(memory, 0, length),
});
export const shorts = (): BufferKey<Int16Array> => ({
  bytesPerElement: 2,
  view: (memory, length) => new Int16Array(memory, 0, length),
});
export const bytes = (): BufferKey<Uint8Array> => ({
  bytesPerElement: 1,
  view: (memory, length) => new Uint8Array(memory, 0, length),
});

/** Frames reuse buffers with their previous contents. Serves one swap at a time. */
export class Workspace {
  private readonly buffers = new Map<BufferKey<Elements>, ArrayBuffer>();

  view<T extends Elements>(key: BufferKey<T>, length: number): T {
    return key.view(this.reserve(key, key.bytesPerElement * length), length);
  }

  private reserve(key: BufferKey<Elements>, size: number): ArrayBuffer {
    const held = this.buffers.get(key);
    if (held && held.byteLength >= size) return held;
    const grown = new ArrayBuffer(Math.ceil((size * 1.25) / 8) * 8);
    this.buffers.set(key, grown);
    return grown;
  }
}
