import { FfmpegChild, type ChildOptions, type FfmpegWork } from './ffmpeg-process';

/** Moving the beginning of a file to its front says nothing while it lasts. */
const LAST_STEP_MS = 120_000;

interface RunOptions extends Pick<ChildOptions, 'signal' | 'stallMs'> {
  /** Told how much of the media is done, milliseconds. */
  onTime?: (ms: number) => void;
}

/**
 * Runs an ffmpeg that speaks of its progress (`-progress pipe:1`) to its end, and returns how far it came,
 * milliseconds. Killed when the caller withdraws; one that falls silent counts as hung.
 */
export async function runToEnd(work: FfmpegWork, { onTime, signal, stallMs }: RunOptions): Promise<number> {
  const child = await FfmpegChild.start(work, 'error', { signal, stallMs });
  child.input.end();
  let reached = 0;
  try {
    const chunks: AsyncIterator<Buffer> = child.output[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await child.watched(chunks.next(), reached > 0 ? LAST_STEP_MS : undefined);
      if (done) break;
      for (const [, microseconds] of value.toString().matchAll(/out_time_ms=(\d+)/g)) {
        reached = Math.max(reached, Number(microseconds) / 1000);
      }
      onTime?.(reached);
    }
    await child.end(LAST_STEP_MS);
    return reached;
  } finally {
    await child.dispose();
  }
}
