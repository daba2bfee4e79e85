import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runDecoder } from '#engine/decoder/run';
import { EngineError } from '#engine/errors';
import type { Limits } from '#engine/types';
import { bmpSize } from './foreign-headers';
import { checkDimensions } from './limits';

/** Coded sizes are rounded up to whole blocks. */
const PIXELS_PER_MEGAPIXEL = 1.05e6;

/**
 * sharp reads no BMP.
 * @throws EngineError `damaged_media`, `too_small`, `too_large`, `bad_ratio`
 */
export async function bmpToPng(bytes: Buffer, limits: Limits): Promise<Buffer> {
  const stated = bmpSize(bytes);
  if (!stated) throw damaged();
  checkDimensions(stated.width, stated.height, limits);
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-'));
  try {
    const file = path.join(folder, 'picture.bmp');
    await writeFile(file, bytes);
    const strict = ['-xerror', '-err_detect', 'explode', '-protocol_whitelist', 'file,pipe'];
    const toPng = ['-frames:v', '1', '-c:v', 'png', '-compression_level', '1', '-f', 'image2pipe', 'pipe:1'];
    const args = ['-nostdin', '-v', 'error', ...strict, '-f', 'bmp_pipe', '-i', file, ...toPng];
    const maxPixels = PIXELS_PER_MEGAPIXEL * limits.maxMegapixels;
    const decoded = await runDecoder({ program: 'ffmpeg', kind: 'picture', args, reads: [file], maxPixels });
    const { code, signal, stdout, stderrTail } = decoded;
    if (code !== 0) throw new Error(`ffmpeg exited with ${signal ?? code}: ${stderrTail.slice(-2000).trim()}`);
    return stdout;
  } catch (cause) {
    throw damaged(cause);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function damaged(cause?: unknown): EngineError {
  return new EngineError(
    'damaged_media',
    'This BMP file is damaged or incomplete. Open it in a viewer, save it again and retry.',
    { cause },
  );
}
