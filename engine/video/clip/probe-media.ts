import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { MAX_PIXELS } from '#engine/decoder/limits';
import { sizeOf, unreadable } from '#engine/media/input-file';
import { checkDimensions, checkDuration, checkFileSize, defaultLimits } from '#engine/media/limits';
import { sniffFormat } from '#engine/media/sniff';
import type { Limits, MediaInput, MediaKind } from '#engine/types';
import { SNIFF_BYTES, sniffContainer } from '#engine/ffmpeg/container';
import { withMeasuredDuration } from '#engine/ffmpeg/measure';
import { probeVideo, type VideoInfo } from '#engine/ffmpeg/probe';
import { animatedPngHeader, isPng } from './animated-png';
import { readAnimation, type Animation } from './animation';

/** `readPicture` validates `photo`. */
export type Media =
  | { readonly kind: 'photo' }
  | { readonly kind: 'gif'; readonly animation: Animation }
  | { readonly kind: 'video'; readonly info: VideoInfo };

const SUPPORTED_MEDIA =
  'a supported picture or video. Use a JPEG, PNG, WebP or GIF picture or an MP4, MOV or WebM video.';

interface OpenOptions {
  limits?: Partial<Limits>;
  signal?: AbortSignal;
  kinds?: readonly MediaKind[];
}

/**
 * By content. Video in memory is written to a temporary file.
 * @throws EngineError `damaged_media`, `unsupported_type`, `too_small`, `too_large`, `bad_ratio`, `too_long`
 */
export async function withMedia<T>(
  input: MediaInput,
  { limits = {}, signal, kinds = ['photo', 'gif', 'video'] }: OpenOptions,
  work: (media: Media) => Promise<T>,
): Promise<T> {
  const bounds = { ...defaultLimits, ...limits };
  if (kinds.every((kind) => kind === 'photo')) return work({ kind: 'photo' });
  const head = await headOf(input);
  if (head.length === 0) checkFileSize(0, bounds);
  if (kinds.includes('gif') && isAnimatable(head)) {
    const animation = await openAnimation(input, bounds);
    return work(animation ? { kind: 'gif', animation } : { kind: 'photo' });
  }
  const demuxer = sniffContainer(head);
  if (!kinds.includes('video')) return work({ kind: 'photo' });
  if (!demuxer) {
    sniffFormat(head, SUPPORTED_MEDIA);
    return work({ kind: 'photo' });
  }
  return withFile(input, async (file) => {
    checkFileSize((await stat(file)).size, { ...bounds, maxBytes: bounds.maxVideoBytes });
    const maxPixels = Math.min(MAX_PIXELS, bounds.maxVideoSide ** 2);
    const probed = await probeVideo(file, demuxer, { maxPixels, longestReadMs: bounds.longestReadMs, signal });
    const info = probed.durationMs ? probed : await withMeasuredDuration(probed, signal);
    checkDimensions(info.width, info.height, bounds, 'video');
    checkDuration(info.durationMs ?? 0, bounds.maxVideoMs);
    return work({ kind: 'video', info });
  });
}

/** Enough to detect the type. */
export async function headOf(input: MediaInput): Promise<Buffer> {
  if (typeof input !== 'string') return input.subarray(0, SNIFF_BYTES);
  await sizeOf(input);
  try {
    const handle = await open(input);
    try {
      const head = Buffer.alloc(SNIFF_BYTES);
      const { bytesRead } = await handle.read(head, 0, head.length, 0);
      return head.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw unreadable(input, cause);
  }
}

function isAnimatable(head: Buffer): boolean {
  const text = head.toString('latin1', 0, 12);
  return text.startsWith('GIF8') || (text.startsWith('RIFF') && text.endsWith('WEBP')) || isPng(head);
}

/** Undefined for photos and unreadable files: `readPicture` reports the reason. */
async function openAnimation(input: MediaInput, bounds: Limits): Promise<Animation | undefined> {
  const size = typeof input === 'string' ? (await stat(input)).size : input.length;
  checkFileSize(size, bounds);
  const bytes = typeof input === 'string' ? await readFile(input) : input;
  const read = isPng(bytes)
    ? animatedPngHeader(bytes)
    : sharp(bytes, { animated: true, limitInputPixels: false }).metadata();
  const header = await read.catch(() => undefined);
  if (!header || (header.pages ?? 1) < 2) return undefined;
  const animation = readAnimation(bytes, header);
  checkDimensions(animation.width, animation.height, bounds);
  checkDuration(animation.durationMs, bounds.maxGifMs);
  return animation;
}

async function withFile<T>(input: MediaInput, work: (file: string) => Promise<T>): Promise<T> {
  if (typeof input === 'string') return work(path.resolve(input));
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-'));
  try {
    const file = path.join(folder, 'video');
    await writeFile(file, input);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
