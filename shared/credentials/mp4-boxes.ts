import type { ByteSource } from './byte-source';
import { MAX_MANIFEST_BYTES, TooLarge } from './read-limits';

/** A box at the top level of an MP4 file (ISO/IEC 14496-12). */
export interface TopBox {
  type: string;
  offset: number;
  /** With its header. */
  size: number;
}

/** ISO/IEC 14496-12 has no limit; files of cameras have fewer than ten. */
const MAX_BOXES = 10_000;

/** Of the `uuid` box that holds a manifest (C2PA 2.1, A.5). */
const MANIFEST_BOX_ID = Uint8Array.of(
  ...[0xd8, 0xfe, 0xc3, 0xd6, 0x1b, 0x0e, 0x48, 0x3c],
  ...[0x92, 0x97, 0x58, 0x28, 0x87, 0x7e, 0xc4, 0x81],
);

/** @throws Error if the boxes do not fill the file */
export async function topBoxes(source: ByteSource): Promise<TopBox[]> {
  const boxes: TopBox[] = [];
  for (let offset = 0; offset < source.size;) {
    if (boxes.length === MAX_BOXES) throw new Error('The MP4 file has too many boxes.');
    const box = await boxAt(source, offset);
    boxes.push(box);
    offset += box.size;
  }
  return boxes;
}

async function boxAt(source: ByteSource, offset: number): Promise<TopBox> {
  const header = await source.read(offset, Math.min(16, source.size - offset));
  if (header.length < 8) throw new Error('A box of the MP4 file is cut off.');
  const view = new DataView(header.buffer, header.byteOffset);
  const stated = view.getUint32(0);
  const type = String.fromCharCode(...header.subarray(4, 8));
  let size = stated;
  if (stated === 0) size = source.size - offset;
  if (stated === 1) size = header.length === 16 ? Number(view.getBigUint64(8)) : 0;
  if (size < 8 || offset + size > source.size) throw new Error('A box of the MP4 file is cut off.');
  return { type, offset, size };
}

/** Header, id, version and flags, purpose with its zero, offset of further manifests. */
const PURPOSE = 'manifest';
const BEFORE_MANIFEST = 8 + 16 + 4 + PURPOSE.length + 1 + 8;

export const manifestBoxSize = (manifestBytes: number) => BEFORE_MANIFEST + manifestBytes;

export function manifestBox(manifest: Uint8Array): Uint8Array<ArrayBuffer> {
  const box = new Uint8Array(manifestBoxSize(manifest.length));
  new DataView(box.buffer).setUint32(0, box.length);
  box.set(new TextEncoder().encode('uuid'), 4);
  box.set(MANIFEST_BOX_ID, 8);
  box.set(new TextEncoder().encode(PURPOSE), 28);
  box.set(manifest, BEFORE_MANIFEST);
  return box;
}

export async function isManifestBox(source: ByteSource, { type, offset, size }: TopBox): Promise<boolean> {
  if (type !== 'uuid' || size < BEFORE_MANIFEST) return false;
  const id = await source.read(offset + 8, 16);
  return MANIFEST_BOX_ID.every((byte, index) => id[index] === byte);
}

/** The first box's manifest; absent if there is none. @throws TooLarge above `MAX_MANIFEST_BYTES` */
export async function readMp4Manifest(source: ByteSource): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (const box of await topBoxes(source)) {
    if (!(await isManifestBox(source, box))) continue;
    const bytes = box.size - BEFORE_MANIFEST;
    if (bytes > MAX_MANIFEST_BYTES) throw new TooLarge('The manifest is too large to be read.');
    return source.read(box.offset + BEFORE_MANIFEST, bytes);
  }
  return undefined;
}
