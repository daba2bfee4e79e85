import { availableParallelism } from 'node:os';

/** What decoders are started for. */
export type JobKind =
  /** Describes a file, or walks through its packets. */
  | 'probe'
  /** Decodes one still picture. */
  | 'picture'
  /** Decodes frames into a pipe. */
  | 'frames'
  /** Encodes frames that we made. */
  | 'segment'
  /** Reads a file and writes another: a copy for browsers, a result with its sound. */
  | 'file';

export interface JobLimits {
  /** Address space, bytes. */
  readonly memory: number;
  /** Processor time of all its threads together, seconds. */
  readonly cpuSeconds: number;
  /** Size of each file it writes, bytes. */
  readonly fileBytes: number;
  /** From its start to its end, milliseconds. Longer work is bounded by its stall limit and its caller's budget. */
  readonly wallMs?: number;
}

const GB = 1e9;

/** Each thread has a stack, a heap of its own, and frames that it works on. */
const perThread = 0.2 * GB * availableParallelism();

const LONGEST_WORK = 12 * 3600;

/**
 * For frames of up to `USUAL_PIXELS`. Address space is several times what is resident. Measured with HEVC of 4096 × 4096
 * and 10 bits: 1.4 GB to decode on two cores and 2.7 on sixteen; 2.7 GB to encode as well on two cores, 11.3 on thirty-two.
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
  if (kind === 'probe') return limits; // decodes a frame at most
  return { ...limits, memory: limits.memory * Math.max(1, maxPixels / USUAL_PIXELS) };
}

/**
 * Pixels of a frame, where the caller allows no fewer: 8K fits. A frame may be larger than its container states, so
 * that every decoder is told this limit as well.
 */
export const MAX_PIXELS = 2 ** 26;
