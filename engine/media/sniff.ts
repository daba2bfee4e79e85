import { EngineError } from '#engine/errors';
import type { MediaFormat } from '#engine/types';

const SUPPORTED = 'a supported picture. Use a JPEG, PNG, WebP, GIF, BMP or HEIC file.';

/**
 * By the first bytes, regardless of names.
 * @param wanted supported formats, for the message
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
  ['heic', (bytes) => heicBrands.includes(fileTypeBrand(bytes))],
];

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** ISO base media file ("ftyp" box). */
function fileTypeBrand(bytes: Buffer): string {
  return startsWith(bytes, 'ftyp', 4) ? bytes.toString('latin1', 8, 12) : '';
}

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + text.length) === text;
}

function guessOther(bytes: Buffer): string {
  if (startsWith(bytes, '%PDF')) return 'a PDF document';
  if (startsWith(bytes, 'PK\x03\x04')) return 'a ZIP archive';
  if (fileTypeBrand(bytes).startsWith('avif')) return 'an AVIF picture';
  if (startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*')) return 'a TIFF picture';
  if (fileTypeBrand(bytes) || startsWith(bytes, '\x1aE\xdf\xa3')) return 'a video';
  if (isText(bytes.subarray(0, 512))) return 'a text file';
  return 'a file of unknown type';
}

function isText(bytes: Buffer): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
