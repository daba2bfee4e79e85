import { availableParallelism } from 'node:os';

export type JobKind = 'probe' | 'picture' | 'frames' | 'segment' | 'file';

export interface JobLimits {
  /** Address space, bytes. */
  readonly memory: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
  /** Of each written file. */
  readonly fileBytes: number;
  /** Longer jobs are bounded by stall timeouts. */
  readonly wallMs?: number;
}

const GB = 1e9;

const perThread = 0.2 * GB * availableParallelism();

const LONGEST_WORK = 12 * 3600;

/**
 * For frames up to `USUAL_PIXELS`. Measured with 10-bit HEVC of 4096 × 4096: decoding 1.4 GB on 2 cores, 2.7 GB on 16;
 * with encoding 2.7 GB on 2, 11.3 GB on 32.
 */
const jobLimits: Readonly<Record<JobKind, JobLimits>> = {
  probe: { memory: 2 * GB, cpuSeconds: 120, fileBytes: 0 },
  picture: { memory: 3 * GB, cpuSeconds: 60, fileBytes: 0, wallMs: 60_000 },
  frames: { memory: 4 * GB + perThread, cpuSeconds: LONGEST_WORK, fileBytes: 0 },
  segment: { memory: 6 * GB + perThread, cpuSeconds: LONGEST_WORK, fileBytes: 8 * GB },
  file: { memory: 6 * GB + perThread, cpuSeconds: LONGEST_WORK, fileBytes: 64 * GB },
};

const USUAL_PIXELS = 4096 ** 2;

export function limitsFor(kind: JobKind, maxPixels: number): JobLimits {
  const limits = jobLimits[kind];
  if (kind === 'probe') return limits; // decodes at most one frame
  return { ...limits, memory: limits.memory * Math.max(1, maxPixels / USUAL_PIXELS) };
}

/** 8K fits. Decoders enforce it too. */
export const MAX_PIXELS = 2 ** 26;
