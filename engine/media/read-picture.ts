import { readFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { EngineError } from '#engine/errors';
import type { Limits, MediaFormat, MediaInput } from '#engine/types';
import { avifToPng } from './decode-avif';
import { bmpToPng } from './decode-bmp';
import { heicToPng } from './decode-heic';
import { sizeOf, unreadable } from './input-file';
import { countScans, MAX_SCANS, withEndOfImage } from './jpeg-scans';
import { checkDimensions, checkFileSize, defaultLimits } from './limits';
import { overWhite, splitAlpha, type Picture } from './picture';
import { sniffFormat } from './sniff';

/**
 * Type by content, size by header; applies EXIF orientation, converts to sRGB.
 * @throws EngineError `unsupported_type`, `damaged_media`, `too_small`, `too_large`, `bad_ratio`
 */
export async function readPicture(input: MediaInput, limits: Partial<Limits> = {}): Promise<Picture> {
  const { readable, header, format } = await openPicture(input, limits);
  return { ...(await decode(readable, header, format)), format, xmp: header.xmpAsString };
}

/** As it is shown: a JPEG or a net would use the pixels that transparency hides. */
export async function readOverWhite(
  input: MediaInput,
  limits?: Partial<Limits>,
): Promise<Pick<Picture, 'image' | 'format'>> {
  const picture = await readPicture(input, limits);
  return { image: overWhite(picture), format: picture.format };
}

export async function inspectPicture(input: MediaInput, limits: Partial<Limits> = {}) {
  const { header, format } = await openPicture(input, limits);
  return { format, width: header.autoOrient.width, height: header.autoOrient.height };
}

const toPng: Partial<Record<MediaFormat, (bytes: Buffer, limits: Limits) => Promise<Buffer>>> = {
  bmp: bmpToPng,
  heic: heicToPng,
  avif: avifToPng,
};

async function openPicture(input: MediaInput, limits: Partial<Limits>) {
  const bounds = { ...defaultLimits, ...limits };
  const bytes = await readBytes(input, bounds);
  const format = sniffFormat(bytes);
  if (format === 'jpeg' && countScans(bytes) > MAX_SCANS) throw damaged(format, new Error('It has too many scans.'));
  const readable = (await toPng[format]?.(bytes, bounds)) ?? (format === 'jpeg' ? withEndOfImage(bytes) : bytes);
  const header = await readHeader(readable, format);
  refuseAnimation(header, format);
  checkDimensions(header.autoOrient.width, header.autoOrient.height, bounds);
  return { readable, header, format };
}

async function readBytes(input: MediaInput, limits: Limits): Promise<Buffer> {
  if (typeof input !== 'string') {
    checkFileSize(input.length, limits);
    return input;
  }
  checkFileSize(await sizeOf(input), limits);
  return readFile(input).catch((error: unknown) => {
    throw unreadable(input, error);
  });
}

async function readHeader(bytes: Buffer, format: MediaFormat): Promise<Metadata> {
  try {
    return await open(bytes).metadata();
  } catch (cause) {
    throw damaged(format, cause);
  }
}

function refuseAnimation({ pages = 1 }: Metadata, format: MediaFormat): void {
  if (pages > 1) {
    throw new EngineError(
      'unsupported_type',
      `This ${formatNames[format]} is animated (${pages} frames). Choose a still picture.`,
      { details: { isAnimated: true } },
    );
  }
}

async function decode(bytes: Buffer, header: Metadata, format: MediaFormat): Promise<Pick<Picture, 'image' | 'alpha'>> {
  try {
    return await decodeStrictly(bytes, header, 'warning').catch((error: unknown) => {
      if (isHarmless(error)) return decodeStrictly(bytes, header, 'error');
      throw error;
    });
  } catch (cause) {
    throw damaged(format, cause);
  }
}

async function decodeStrictly(bytes: Buffer, { hasAlpha, space }: Metadata, failOn: 'warning' | 'error') {
  const picture = open(bytes, failOn);
  // sharp converts 16 bits with a profile to Display P3, which `toColourspace` takes for sRGB.
  if (space === 'rgb16') picture.pipelineColourspace('srgb');
  const upright = picture.autoOrient().toColourspace('srgb');
  const channels = hasAlpha ? upright.ensureAlpha() : upright.removeAlpha();
  const { data, info } = await channels.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (hasAlpha) return splitAlpha(data, info.width, info.height);
  return { image: { width: info.width, height: info.height, data } };
}

/** Quirks that viewers ignore, not missing data. */
function isHarmless(error: unknown): boolean {
  return error instanceof Error && /Invalid SOS parameters|extraneous bytes before marker/.test(error.message);
}

function open(bytes: Buffer, failOn: 'warning' | 'error' = 'error') {
  return sharp(bytes, { failOn, limitInputPixels: false });
}

function damaged(format: MediaFormat, cause: unknown): EngineError {
  return new EngineError(
    'damaged_media',
    `This ${formatNames[format]} file is damaged or incomplete. Open it in a viewer, save it again and retry.`,
    { cause },
  );
}

const formatNames: Record<MediaFormat, string> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  bmp: 'BMP',
  heic: 'HEIC',
  avif: 'AVIF',
};
