import type { OnProgress } from '#engine/types';
import type { VideoInfo } from './probe';
import { extendVideoTrack } from './extend-track';
import { endOfPicture } from './held-frames';
import { FfmpegProcess, type ProcessOptions, type FfmpegJob } from './ffmpeg-process';

/** The faststart pass reports no progress. */
const LAST_STEP_MS = 120_000;

interface RunOptions extends Pick<ProcessOptions, 'signal' | 'stallMs'> {
  /** Media time, milliseconds. */
  onTime?: (ms: number) => void;
}

async function runWithProgress(job: FfmpegJob, { onTime, signal, stallMs }: RunOptions): Promise<void> {
  const child = await FfmpegProcess.start(job, 'error', { signal, stallMs });
  child.input.end();
  let reached = 0;
  try {
    const chunks: AsyncIterator<Buffer> = child.output[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await child.withStallTimeout(chunks.next(), reached > 0 ? LAST_STEP_MS : undefined);
      if (done) break;
      for (const [, microseconds] of value.toString().matchAll(/out_time_ms=(\d+)/g)) {
        reached = Math.max(reached, Number(microseconds) / 1000);
      }
      onTime?.(reached);
    }
    await child.waitForExit(LAST_STEP_MS);
  } finally {
    await child.dispose();
  }
}

interface EncodeOptions extends Pick<ProcessOptions, 'signal'> {
  onProgress?: OnProgress;
}

/** To mp4, of one video, whose stated duration may be unknown. */
export async function encodeWithProgress(
  info: VideoInfo,
  args: string[],
  out: string,
  { signal, onProgress }: EncodeOptions,
): Promise<void> {
  const { file, maxPixels, durationMs } = info;
  const onTime = (ms: number) => onProgress?.('writing', Math.min(99, (100 * ms) / (durationMs || Infinity)));
  await runWithProgress({ kind: 'file', args, reads: [file], writes: [out], maxPixels }, { signal, onTime });
  await extendVideoTrack(out, await endOfPicture(info, durationMs ?? 0, durationMs, signal));
}
