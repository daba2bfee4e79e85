import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { runDecoder } from '#engine/decoder/run';
import { EngineError } from '#engine/errors';
import type { Limits } from '#engine/types';
import { bmpSize, heicSize, type Size } from './foreign-headers';
import { checkDimensions } from './limits';

const transcodedFormats = {
  bmp: { name: 'BMP', sizeOf: bmpSize, demuxer: 'bmp_pipe' },
  heic: { name: 'HEIC', sizeOf: heicSize, demuxer: 'mov' },
};

/** Margin: coded sizes are rounded up to whole blocks. */
const PIXELS_PER_MEGAPIXEL = 1.05e6;

/** Checks the stated size before decoding. */
export async function transcodeToPng(
  bytes: Buffer,
  format: keyof typeof transcodedFormats,
  limits: Limits,
): Promise<Buffer> {
  const { sizeOf, demuxer } = transcodedFormats[format];
  const stated = sizeOf(bytes);
  if (!stated) throw unreadable(format);
  checkDimensions(stated.width, stated.height, limits);
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-'));
  try {
    const file = path.join(folder, `picture.${format}`);
    await writeFile(file, bytes);
    const strict = ['-xerror', '-err_detect', 'explode', '-protocol_whitelist', 'file,pipe'];
    const toPng = ['-frames:v', '1', '-c:v', 'png', '-compression_level', '1', '-f', 'image2pipe', 'pipe:1'];
    const args = ['-nostdin', '-v', 'error', ...strict, '-f', demuxer, '-i', file, ...toPng];
    const maxPixels = PIXELS_PER_MEGAPIXEL * limits.maxMegapixels;
    const decoded = await runDecoder({ program: 'ffmpeg', kind: 'picture', args, reads: [file], maxPixels });
    const { code, signal, stdout, stderrTail } = decoded;
    if (code !== 0) throw new Error(`ffmpeg exited with ${signal ?? code}: ${stderrTail.slice(-2000).trim()}`);
    await checkWhole(stdout, stated);
    return stdout;
  } catch (cause) {
    throw unreadable(format, cause);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Older ffmpeg versions decode a single tile of a HEIC grid and report success. */
async function checkWhole(png: Buffer, stated: Size): Promise<void> {
  const { width, height } = await sharp(png).metadata();
  const same =
    (width === stated.width && height === stated.height) || (width === stated.height && height === stated.width);
  if (!same) throw new Error(`decoded ${width} × ${height} of ${stated.width} × ${stated.height}`);
}

function unreadable(format: keyof typeof transcodedFormats, cause?: unknown): EngineError {
  if (format === 'heic') {
    return new EngineError(
      'unsupported_type',
      'This HEIC picture cannot be read here: it is damaged or of an unsupported kind. Save it as JPEG and try again.',
      { cause },
    );
  }
  return new EngineError(
    'damaged_media',
    'This BMP file is damaged or incomplete. Open it in a viewer, save it again and retry.',
    { cause },
  );
}
