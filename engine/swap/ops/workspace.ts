/**
 * Named buffers that a video's frames reuse. They keep their previous contents. One workspace serves one swap at a
 * time.
 */
export class Workspace {
  private readonly buffers = new Map<string, ArrayBuffer>();

  floats(name: string, length: number): Float32Array {
    return new Float32Array(this.reserve(name, 4 * length), 0, length);
  }

  bytes(name: string, length: number): Uint8Array {
    return new Uint8Array(this.reserve(name, length), 0, length);
  }

  shorts(name: string, length: number): Int16Array {
    return new Int16Array(this.reserve(name, 2 * length), 0, length);
  }

  doubles(name: string, length: number): Float64Array {
    return new Float64Array(this.reserve(name, 8 * length), 0, length);
  }

  private reserve(name: string, bytes: number): ArrayBuffer {
    const held = this.buffers.get(name);
    if (held && held.byteLength >= bytes) return held;
    const grown = new ArrayBuffer(Math.ceil((bytes * 1.25) / 8) * 8);
    this.buffers.set(name, grown);
    return grown;
  }
}
