/**
 * The place of a manifest in a GIF file: an application extension `C2PA_GIF` before the first frame (C2PA 2.1, A.3). The
 * file is in memory.
 */

import { joined } from './bytes';
import { assertFewParts } from './picture-parts';

interface Block {
  offset: number;
  /** From introducer to terminator. */
  length: number;
  label: number;
  isManifest: boolean;
}

const HEADER = 13;
const EXTENSION = 0x21;
const APPLICATION = 0xff;
/** Belongs to the frame behind it. */
const GRAPHIC_CONTROL = 0xf9;
const NAME_LENGTH = 11;
/** Identifier, and the version 1.0.0 as authentication code. */
const NAME = Uint8Array.of(...new TextEncoder().encode('C2PA_GIF'), 1, 0, 0);
/** Introducer, label, and the sub-block of the name. */
const BEFORE_DATA = 3 + NAME_LENGTH;
const MAX_PART = 255;

export class Gif {
  readonly mimeType = 'image/gif';
  private data: Uint8Array<ArrayBuffer>;

  /** @throws Error if an extension before the first frame is cut off */
  constructor(data: Uint8Array<ArrayBuffer>) {
    this.data = data;
    extensionsOf(data);
  }

  static canRead(data: Uint8Array): boolean {
    return data.length >= HEADER && /^GIF8[79]a$/.test(String.fromCharCode(...data.subarray(0, 6)));
  }

  getDataLength(): number {
    return this.data.length;
  }

  getDataRange(start = 0, length = this.data.length - start): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.data.subarray(start, start + length));
  }

  getManifestJUMBF(): Uint8Array | undefined {
    const parts = this.manifestParts();
    return parts && joined(parts);
  }

  /** Replaces the manifest by an empty one, behind comments and the number of repetitions. */
  ensureManifestSpace(length: number): Promise<void> {
    const start = firstExtension(this.data);
    const blocks = extensionsOf(this.data);
    const ofFrame = blocks.findIndex(({ label }) => label === GRAPHIC_CONTROL);
    const before = ofFrame < 0 ? blocks : blocks.slice(0, ofFrame);
    const last = before.at(-1);
    const end = last ? last.offset + last.length : start;
    const head = this.data.slice(0, start);
    head[4] = '9'.charCodeAt(0); // GIF87a has no extensions
    const others = before.filter(({ isManifest }) => !isManifest);
    this.data = joined([
      head,
      ...others.map(({ offset, length }) => this.data.subarray(offset, offset + length)),
      manifestBlock(length),
      this.data.subarray(end),
    ]);
    return Promise.resolve();
  }

  getHashExclusionRange(): { start: number; length: number } {
    const block = this.manifestBlock();
    if (!block) throw new Error('The file has no place for a manifest.');
    return { start: block.offset, length: block.length };
  }

  writeManifestJUMBF(jumbf: Uint8Array): Promise<void> {
    const parts = this.manifestParts() ?? [];
    if (parts.reduce((sum, { length }) => sum + length, 0) !== jumbf.length)
      return Promise.reject(new Error('The manifest does not fill its place.'));
    let position = 0;
    for (const part of parts) {
      part.set(jumbf.subarray(position, position + part.length));
      position += part.length;
    }
    return Promise.resolve();
  }

  dumpInfo(): string {
    return extensionsOf(this.data)
      .map(({ offset, length, isManifest }) => `${isManifest ? 'manifest' : 'extension'} at ${offset}, ${length} bytes`)
      .join('\n');
  }

  private manifestBlock(): Block | undefined {
    return extensionsOf(this.data).find(({ isManifest }) => isManifest);
  }

  private manifestParts(): Uint8Array<ArrayBuffer>[] | undefined {
    const block = this.manifestBlock();
    if (!block) return undefined;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let at = block.offset + BEFORE_DATA; this.data[at]; at += this.data[at]! + 1)
      parts.push(this.data.subarray(at + 1, at + 1 + this.data[at]!));
    return parts;
  }
}

/** After the screen descriptor and the table of colours that all frames share. */
function firstExtension(data: Uint8Array): number {
  const flags = data[10]!;
  return HEADER + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
}

function extensionsOf(data: Uint8Array): Block[] {
  const blocks: Block[] = [];
  let offset = firstExtension(data);
  while (data[offset] === EXTENSION) {
    let end = offset + 2;
    while (data[end]) end += data[end]! + 1;
    if (end >= data.length) throw new Error('An extension of the GIF file is cut off.');
    const label = data[offset + 1]!;
    const isNamed = label === APPLICATION && data[offset + 2] === NAME_LENGTH;
    const isManifest = isNamed && NAME.subarray(0, 8).every((byte, index) => data[offset + 3 + index] === byte);
    const length = end + 1 - offset;
    assertFewParts(blocks.length + 1);
    blocks.push({ offset, length, label, isManifest });
    offset += length;
  }
  return blocks;
}

function manifestBlock(length: number): Uint8Array<ArrayBuffer> {
  const parts = Math.ceil(length / MAX_PART);
  const block = new Uint8Array(BEFORE_DATA + length + parts + 1);
  block.set([EXTENSION, APPLICATION, NAME_LENGTH, ...NAME]);
  for (let part = 0; part < parts; part++)
    block[BEFORE_DATA + part * (MAX_PART + 1)] = Math.min(MAX_PART, length - part * MAX_PART);
  return block;
}
