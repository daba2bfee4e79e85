import { throwIfAborted } from '#engine/errors';
import { walkThrough } from './preview-arguments';
import type { VideoInfo } from './probe';
import { runToEnd } from './progress';

/** What a file says of its length may be off by so much before it is doubted: the end of a sound, say. */
const TOLERANCE_MS = 1000;

/**
 * How long a video really is, milliseconds: what it says, unless its packets say otherwise, as those of a file that
 * was cut off do, or of one that lies. Reads the file once without decoding it.
 */
export async function measureDuration(info: VideoInfo, signal?: AbortSignal): Promise<number> {
  const stated = info.durationMs ?? 0;
  try {
    const work = { kind: 'probe', args: walkThrough(info), reads: [info.file], maxPixels: info.maxPixels } as const;
    const measured = await runToEnd(work, { signal });
    return Math.abs(measured - stated) <= TOLERANCE_MS && stated > 0 ? stated : measured;
  } catch {
    throwIfAborted(signal);
    return stated; // what can't be walked through can perhaps be decoded in part: the frames will tell
  }
}
