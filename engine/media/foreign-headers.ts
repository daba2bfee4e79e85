import type { Size } from './size';

const OLD_BMP_HEADER = 12;

/** From BITMAPCOREHEADER or later. A negative height means top to bottom. */
export function bmpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 26) return undefined;
  if (bytes.readUInt32LE(14) === OLD_BMP_HEADER) {
    return { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) };
  }
  return { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) };
}

const HEADER_REACH = 64 * 1024;

/** One "image spatial extents" box for each tile; the largest is the whole. */
export function heicSize(bytes: Buffer): Size | undefined {
  const header = bytes.subarray(0, HEADER_REACH);
  let largest: Size | undefined;
  for (let at = header.indexOf('ispe'); at >= 0 && at + 16 <= header.length; at = header.indexOf('ispe', at + 4)) {
    const size = { width: header.readUInt32BE(at + 8), height: header.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

const MAX_PROFILE_BYTES = 1_000_000;

/** Of the first "colr" box that contains one. */
export function heicColourProfile(bytes: Buffer): Buffer | undefined {
  const header = bytes.subarray(0, HEADER_REACH);
  for (let at = header.indexOf('colr'); at >= 4; at = header.indexOf('colr', at + 4)) {
    const type = header.toString('latin1', at + 4, at + 8);
    const end = at - 4 + header.readUInt32BE(at - 4);
    const isWhole = end > at + 8 && end <= bytes.length && end - at <= MAX_PROFILE_BYTES;
    if (isWhole && (type === 'prof' || type === 'rICC')) return bytes.subarray(at + 8, end);
  }
  return undefined;
}
