import { throwIfAborted } from '#engine/errors';
import { withPartialFile } from '#engine/media/write-picture';
import type { Image } from '#engine/types';
import { rgbVideo } from './export-arguments';
import { FfmpegProcess, toEncodingError } from './ffmpeg-process';

interface EncodeOptions {
  /** Even. */
  size: { readonly width: number; readonly height: number };
  fps: number;
  /** IPTC digital source type. */
  sourceType: string;
  out: string;
  signal?: AbortSignal;
}

const FINISH_MS = 120_000;

/** Complete or not at all. */
export async function encodeRgbVideo(frames: AsyncIterable<Image>, options: EncodeOptions): Promise<void> {
  const { size, fps, sourceType, out, signal } = options;
  await withPartialFile(out, async (partial) => {
    const job = { kind: 'file', args: rgbVideo(size, fps, sourceType, partial), writes: [partial] } as const;
    const child = await FfmpegProcess.start(job, 'error', { signal });
    try {
      child.output.resume();
      for await (const { data } of frames) {
        throwIfAborted(signal);
        await child.withStallTimeout(written(child, data));
      }
      child.input.end();
      await child.waitForExit(FINISH_MS);
    } catch (error) {
      throw toEncodingError(error);
    } finally {
      await child.dispose();
    }
  });
}

function written({ input }: FfmpegProcess, data: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    input.write(data, (error) => (error ? reject(error) : resolve()));
  });
}
