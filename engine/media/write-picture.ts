import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { EngineError, isOutOfSpace, toEngineError } from '#engine/errors';
import type { MediaFormat } from '#engine/types';
import { withJpegProfile } from './jpeg-profile';
import { joinAlpha, type Picture } from './picture';

export type OutputFormat = 'jpeg' | 'png' | 'webp';

interface EncodeOptions {
  format: OutputFormat;
  /** The only metadata besides the sRGB profile. */
  xmp?: string;
  overlays?: OverlayOptions[];
}

/** By extension, else the original's. */
export function outputFormat(source: MediaFormat, out: string): OutputFormat {
  const named = { '.jpg': 'jpeg', '.jpeg': 'jpeg', '.png': 'png', '.webp': 'webp' } as const;
  const extension = path.extname(out).toLowerCase() as keyof typeof named;
  return named[extension] ?? kept[source];
}

const kept: Record<MediaFormat, OutputFormat> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'png',
  bmp: 'png',
  heic: 'jpeg',
  avif: 'jpeg',
};

/** Transparency becomes white in a JPEG. */
export async function encodePicture(picture: Picture, options: EncodeOptions): Promise<Buffer> {
  const { format, xmp, overlays = [] } = options;
  const isJpeg = format === 'jpeg';
  let drawing = fromRaw(picture);
  if (!isJpeg) drawing = drawing.withIccProfile('srgb');
  if (overlays.length) drawing = drawing.composite(overlays);
  if (xmp) drawing = drawing.withXmp(xmp);
  if (format === 'png') return drawing.png({ compressionLevel: 6 }).toBuffer();
  if (format === 'webp') return drawing.webp({ quality: 92, alphaQuality: 100 }).toBuffer();
  const jpeg = await drawing
    .flatten({ background: '#fff' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return withJpegProfile(jpeg, await (srgbProfile ??= readSrgbProfile()));
}

let srgbProfile: Promise<Buffer> | undefined;

/** sharp only adds its profile while it converts all pixels to it: a third of the time of encoding. */
async function readSrgbProfile(): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  return (await sharp(await pixel.withIccProfile('srgb').jpeg().toBuffer()).metadata()).icc!;
}

function fromRaw({ image, alpha }: Picture): Sharp {
  const { width, height, data } = image;
  const raw = { width, height, channels: alpha ? 4 : 3 } as const;
  return sharp(alpha ? joinAlpha(image, alpha) : data, { raw });
}

/** Characters; file systems allow names of 255 bytes. */
const KEPT_NAME = 60;

/** Beside the result. */
export const partialPath = (out: string): string =>
  path.resolve(path.dirname(out), `.${path.basename(out).slice(0, KEPT_NAME)}.${randomUUID()}.part`);

/** Renames the temporary file once `write` succeeds. */
export async function withPartialFile(out: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = partialPath(out);
  try {
    await write(partial);
    await rename(partial, out);
  } finally {
    await rm(partial, { force: true }).catch(() => undefined); // the first error counts
  }
}

/** Complete or absent. */
export async function writeWhole(out: string, bytes: Buffer | string): Promise<void> {
  await withPartialFile(out, (partial) => writeFile(partial, bytes)).catch((error: unknown) => {
    throw unwritable(error, out);
  });
}

function unwritable(error: unknown, out: string): EngineError {
  if (isOutOfSpace(error)) return toEngineError(error);
  const code = (error as NodeJS.ErrnoException).code;
  return new EngineError(
    'internal',
    `The result ${path.basename(out)} cannot be written (${code}). Check its folder and try again.`,
    { cause: error },
  );
}
