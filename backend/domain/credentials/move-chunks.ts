/** Boxes of `moov` that contain the boxes of chunk offsets (ISO/IEC 14496-12, 8.7.5). */
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'stbl']);

/**
 * Adds `shift` bytes to all chunk offsets of a `moov` box, in place.
 * @throws Error if the box is damaged, or an offset would pass 32 bits
 */
export function moveChunks(moov: Uint8Array<ArrayBuffer>, shift: number): Uint8Array<ArrayBuffer> {
  visit(new DataView(moov.buffer, moov.byteOffset, moov.byteLength), 8, moov.length, shift);
  return moov;
}

function visit(view: DataView, start: number, end: number, shift: number): void {
  for (let offset = start; offset < end;) {
    const size = offset + 8 <= end ? view.getUint32(offset) : 0;
    if (size < 8 || offset + size > end) throw new Error('The index of the MP4 file is damaged.');
    const type = String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(offset + byte)));
    if (CONTAINERS.has(type)) visit(view, offset + 8, offset + size, shift);
    if (type === 'stco') moveOffsets(view, offset, size, shift, 4);
    if (type === 'co64') moveOffsets(view, offset, size, shift, 8);
    offset += size;
  }
}

function moveOffsets(view: DataView, offset: number, size: number, shift: number, width: 4 | 8): void {
  const first = offset + 16;
  const count = size >= 16 ? view.getUint32(offset + 12) : -1;
  if (count < 0 || first + count * width > offset + size) throw new Error('The index of the MP4 file is damaged.');
  for (let at = first; at < first + count * width; at += width) {
    if (width === 8) view.setBigUint64(at, view.getBigUint64(at) + BigInt(shift));
    else if (view.getUint32(at) + shift > 0xffffffff) throw new Error('The MP4 file is too large for its index.');
    else view.setUint32(at, view.getUint32(at) + shift);
  }
}
