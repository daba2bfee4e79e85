/** The place of a manifest in a WebP file: a RIFF chunk `C2PA` (C2PA 2.1, A.3.9). The file is in memory. */

import { joined, viewOf } from './bytes';
import { assertFewParts } from './picture-parts';

interface Chunk {
  type: string;
  offset: number;
  /** With its header and padding. */
  length: number;
}

const HEADER = 12;
const CHUNK_HEADER = 8;
const MANIFEST = 'C2PA';

export class WebP {
  readonly mimeType = 'image/webp';
  private data: Uint8Array<ArrayBuffer>;

  /** @throws Error if the chunks do not fill the file */
  constructor(data: Uint8Array<ArrayBuffer>) {
    this.data = data;
    chunksOf(data);
  }

  static canRead(data: Uint8Array): boolean {
    return data.length >= HEADER && text(data, 0) === 'RIFF' && text(data, 8) === 'WEBP';
  }

  getDataLength(): number {
    return this.data.length;
  }

  getDataRange(start = 0, length = this.data.length - start): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.data.subarray(start, start + length));
  }

  getManifestJUMBF(): Uint8Array | undefined {
    const chunk = this.manifestChunk();
    if (!chunk) return undefined;
    const start = chunk.offset + CHUNK_HEADER;
    return this.data.subarray(start, start + viewOf(this.data).getUint32(chunk.offset + 4, true));
  }

  /** Replaces the manifest by an empty one, the last chunk of the file. */
  ensureManifestSpace(length: number): Promise<void> {
    const others = chunksOf(this.data)
      .filter(({ type }) => type !== MANIFEST)
      .map(({ offset, length }) => this.data.subarray(offset, offset + length));
    const chunk = new Uint8Array(CHUNK_HEADER + length + (length % 2));
    chunk.set(new TextEncoder().encode(MANIFEST));
    viewOf(chunk).setUint32(4, length, true);
    this.data = joined([this.data.subarray(0, HEADER), ...others, chunk]);
    viewOf(this.data).setUint32(4, this.data.length - CHUNK_HEADER, true);
    return Promise.resolve();
  }

  getHashExclusionRange(): { start: number; length: number } {
    const chunk = this.manifestChunk();
    if (!chunk) throw new Error('The file has no place for a manifest.');
    return { start: chunk.offset, length: chunk.length };
  }

  writeManifestJUMBF(jumbf: Uint8Array): Promise<void> {
    const place = this.getManifestJUMBF();
    if (place?.length !== jumbf.length) return Promise.reject(new Error('The manifest does not fill its place.'));
    place.set(jumbf);
    return Promise.resolve();
  }

  dumpInfo(): string {
    return chunksOf(this.data)
      .map(({ type, offset, length }) => `${type} at ${offset}, ${length} bytes`)
      .join('\n');
  }

  private manifestChunk(): Chunk | undefined {
    return chunksOf(this.data).find(({ type }) => type === MANIFEST);
  }
}

function chunksOf(data: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  const end = Math.min(data.length, viewOf(data).getUint32(4, true) + CHUNK_HEADER);
  for (let offset = HEADER; offset < end;) {
    if (offset + CHUNK_HEADER > end) throw new Error('A chunk of the WebP file is cut off.');
    const size = viewOf(data).getUint32(offset + 4, true);
    const length = CHUNK_HEADER + size + (size % 2);
    if (offset + length > data.length) throw new Error('A chunk of the WebP file is cut off.');
    assertFewParts(chunks.length + 1);
    chunks.push({ type: text(data, offset), offset, length });
    offset += length;
  }
  return chunks;
}

const text = (data: Uint8Array, start: number) => String.fromCharCode(...data.subarray(start, start + 4));
