import { EngineError } from '#engine/errors';
import type { MediaFormat } from '#engine/types';

const SUPPORTED = 'a supported picture. Use a JPEG, PNG, WebP, GIF, BMP, HEIC or AVIF file.';

/**
 * By the first bytes, regardless of names.
 * @param wanted for the message
 */
export function sniffFormat(bytes: Buffer, wanted = SUPPORTED): MediaFormat {
  for (const [format, matches] of signatures) if (matches(bytes)) return format;
  throw new EngineError('unsupported_type', `This is ${guessOther(bytes)}, not ${wanted}`);
}

type Signature = readonly [MediaFormat, (bytes: Buffer) => boolean];

const signatures: readonly Signature[] = [
  ['jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
  ['gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['bmp', (bytes) => startsWith(bytes, 'BM')],
  ['avif', (bytes) => fileTypeBrands(bytes).includes('avif')],
  ['heic', (bytes) => fileTypeBrands(bytes).some((brand) => heicBrands.includes(brand))],
];

export const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Longer lists are refused as unknown. */
const MAX_BRANDS = 32;

/** "ftyp" box: size, type, major, version, compatible…. */
function fileTypeBrands(bytes: Buffer): string[] {
  if (!startsWith(bytes, 'ftyp', 4)) return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 4 * MAX_BRANDS);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/** Of pictures that move (AV1 Image File Format, 9.2); sharp reads none, or the first picture only. */
export const isAvifSequence = (bytes: Buffer): boolean => startsWith(bytes, 'ftypavis', 4);

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + text.length) === text;
}

function guessOther(bytes: Buffer): string {
  if (startsWith(bytes, '%PDF')) return 'a PDF document';
  if (startsWith(bytes, 'PK\x03\x04')) return 'a ZIP archive';
  if (startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*')) return 'a TIFF picture';
  if (startsWith(bytes, 'ftyp', 4) || startsWith(bytes, '\x1aE\xdf\xa3')) return 'a video';
  if (isText(bytes.subarray(0, 512))) return 'a text file';
  return 'a file of unknown type';
}

function isText(bytes: Buffer): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
