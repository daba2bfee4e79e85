import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SegmentSharing } from './segment-sharing';

export interface WorkFolder {
  /** Exclusive to one request, which resumes after aborts and kills. Emptied when the result is complete. */
  readonly folder: string;
  /** Approximate; default 8 s. */
  readonly segmentMs?: number;
  readonly sharing?: SegmentSharing;
}

export interface OpenWorkFolder {
  readonly segmentMs: number;
  readonly sharing?: SegmentSharing;
  readonly folder: string;
  pathOf(name: string): string;
}

const SEGMENT_MS = 8000;

export async function withWorkFolder<T>(
  { work, out }: { work?: WorkFolder; out: string },
  make: (workplace: OpenWorkFolder) => Promise<T>,
): Promise<T> {
  const folder = path.resolve(
    work?.folder ?? path.join(path.dirname(out), `.${path.basename(out)}.${randomUUID()}.part`),
  );
  const pathOf = (name: string) => path.join(folder, name);
  await mkdir(folder, { recursive: true });
  let isWhole = false;
  try {
    const result = await make({ folder, pathOf, segmentMs: work?.segmentMs ?? SEGMENT_MS, sharing: work?.sharing });
    isWhole = true;
    return result;
  } finally {
    if (isWhole || !work) await rm(folder, { recursive: true, force: true });
  }
}
