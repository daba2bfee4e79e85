/** GIF89a, section 24: readers agree on no place for XMP. */

const EXTENSION = 0x21;
const COMMENT = 0xfe;
const LARGEST_BLOCK = 255;
const HEADER_BYTES = 13;

export function withGifComment(gif: Buffer, comment: string): Buffer {
  const at = afterPalette(gif);
  return Buffer.concat([gif.subarray(0, at), commentBlock(comment), gif.subarray(at)]);
}

export function readGifComment(gif: Buffer): string | undefined {
  let at = afterPalette(gif);
  if (gif[at] !== EXTENSION || gif[at + 1] !== COMMENT) return undefined;
  const parts: Buffer[] = [];
  for (at += 2; gif[at] > 0; at += 1 + gif[at]) parts.push(gif.subarray(at + 1, at + 1 + gif[at]));
  return Buffer.concat(parts).toString('latin1');
}

/** Flags: bit 7 has a global palette; bits 0–2 its size. */
function afterPalette(gif: Buffer): number {
  const flags = gif[10];
  return HEADER_BYTES + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
}

function commentBlock(comment: string): Buffer {
  const text = Buffer.from(comment, 'latin1');
  const blocks: Buffer[] = [Buffer.from([EXTENSION, COMMENT])];
  for (let from = 0; from < text.length; from += LARGEST_BLOCK) {
    const part = text.subarray(from, from + LARGEST_BLOCK);
    blocks.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}
