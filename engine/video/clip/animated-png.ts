import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { installedDecoders } from '#engine/decoder/installed';
import { passthroughTiming, rawOutput } from '#engine/ffmpeg/arguments';
import { FfmpegProcess } from '#engine/ffmpeg/ffmpeg-process';
import { FramePipe } from '#engine/ffmpeg/frame-pipe';

/** PNG (third edition), "acTL" and "fcTL"; sharp reads the first picture only. */

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** Size, xmp, frames and delays. Undefined for a still picture. */
export async function animatedPngHeader(png: Buffer): Promise<Metadata | undefined> {
  const timing = timingOf(png);
  if (!timing) return undefined;
  const { pages, ...header } = { ...(await sharp(png, { limitInputPixels: false }).metadata()), ...timing };
  return { ...header, pages, pageHeight: header.height };
}

const DEFAULT_DENOMINATOR = 100;

/** Undefined unless it is an animation. */
function timingOf(png: Buffer): Pick<Metadata, 'pages' | 'delay' | 'loop'> | undefined {
  let loop: number | undefined;
  const delay: number[] = [];
  if (!isPng(png)) return undefined;
  for (let at = SIGNATURE.length; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT' && loop === undefined) return undefined;
    if (type === 'acTL' && at + 16 <= png.length) loop = png.readUInt32BE(at + 12);
    if (type !== 'fcTL' || at + 32 > png.length) continue;
    delay.push(Math.round((1000 * png.readUInt16BE(at + 28)) / (png.readUInt16BE(at + 30) || DEFAULT_DENOMINATOR)));
  }
  return delay.length > 1 ? { pages: delay.length, delay, loop } : undefined;
}

/** RGBA, valid until the next. Ends early if the file is damaged. */
export async function* animatedPngFrames(png: Buffer, frameBytes: number): AsyncGenerator<Uint8Array> {
  const strict = ['-xerror', '-err_detect', 'explode'];
  const timing = passthroughTiming((await installedDecoders()).features);
  const pipe = await FramePipe.open([new Uint8Array(frameBytes)]);
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-'));
  let child: FfmpegProcess | undefined;
  try {
    const file = path.join(folder, 'animation.png');
    await writeFile(file, png);
    const input = ['-protocol_whitelist', 'file', '-f', 'apng', '-i', file];
    const args = [...strict, ...input, ...timing, '-pix_fmt', 'rgba', ...rawOutput];
    child = await FfmpegProcess.start({ kind: 'frames', args, reads: [file] }, 'error', { stdout: pipe.childEnd });
    child.input.end();
    for (;;) {
      const frame = await child.withStallTimeout(pipe.next());
      if (!frame) break;
      yield frame;
    }
    await child.waitForExit();
  } finally {
    pipe.close();
    await child?.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}
