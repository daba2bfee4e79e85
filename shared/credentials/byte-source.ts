/** A file that is read in parts: of a disk, a browser's `Blob`, or memory. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** Exactly `length` bytes. Rejects past the end. */
  read(start: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes that are read at once. */
const PART = 4 * 1024 * 1024;

export async function* readParts(source: ByteSource, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end; position += PART) {
    yield await source.read(position, Math.min(PART, end - position));
  }
}

export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    async read(start, length) {
      if (start + length > blob.size) throw new RangeError('The file ends too early.');
      return new Uint8Array(await blob.slice(start, start + length).arrayBuffer());
    },
  };
}
