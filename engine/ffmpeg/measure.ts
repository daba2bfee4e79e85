import { throwIfAborted } from '#engine/errors';
import { packetScan } from './preview-arguments';
import type { VideoInfo } from './probe';
import { runWithProgress } from './progress';

/** Audio may be longer than stated. */
const TOLERANCE_MS = 1000;

/** Milliseconds: as stated, unless the packets contradict, as in truncated files. Decodes nothing. */
export async function measureDuration(info: VideoInfo, signal?: AbortSignal): Promise<number> {
  const stated = info.durationMs ?? 0;
  try {
    const job = { kind: 'probe', args: packetScan(info), reads: [info.file], maxPixels: info.maxPixels } as const;
    const measured = await runWithProgress(job, { signal });
    return Math.abs(measured - stated) <= TOLERANCE_MS && stated > 0 ? stated : measured;
  } catch {
    throwIfAborted(signal);
    return stated; // an unscannable file may still decode in part
  }
}

/** Undefined if it can be neither read nor measured. */
export async function withMeasuredDuration(info: VideoInfo, signal?: AbortSignal): Promise<VideoInfo> {
  return { ...info, durationMs: (await measureDuration(info, signal)) || undefined, isMeasured: true };
}
