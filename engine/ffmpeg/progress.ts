import { FfmpegProcess, type ProcessOptions, type FfmpegJob } from './ffmpeg-process';

/** The faststart pass reports no progress. */
const LAST_STEP_MS = 120_000;

interface RunOptions extends Pick<ProcessOptions, 'signal' | 'stallMs'> {
  /** Media time, milliseconds. */
  onTime?: (ms: number) => void;
}

/** Returns the processed media time, milliseconds. */
export async function runWithProgress(job: FfmpegJob, { onTime, signal, stallMs }: RunOptions): Promise<number> {
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
    return reached;
  } finally {
    await child.dispose();
  }
}
