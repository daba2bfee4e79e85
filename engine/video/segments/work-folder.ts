import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { partialPath } from '#engine/media/write-picture';
import type { SegmentSharing } from './segment-sharing';

export interface WorkFolder {
  /**
   * Exclusive to one request, which resumes after aborts and kills. Work is kept in a subfolder, removed when the result
   * is complete; other files stay.
   */
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

/** Below the caller's folder, whose other files are not the engine's to delete. */
export const WORK_SUBFOLDER = 'swap-work';

export async function withWorkFolder<T>(
  { work, out }: { work?: WorkFolder; out: string },
  make: (workplace: OpenWorkFolder) => Promise<T>,
): Promise<T> {
  const folder = work ? path.resolve(work.folder, WORK_SUBFOLDER) : partialPath(out);
  const pathOf = (name: string) => path.join(folder, name);
  await mkdir(folder, { recursive: true });
  let isWhole = false;
  try {
    const result = await make({ folder, pathOf, segmentMs: work?.segmentMs ?? SEGMENT_MS, sharing: work?.sharing });
    isWhole = true;
    return result;
  } finally {
    if (isWhole || !work) await rm(folder, { recursive: true, force: true });
    if (isWhole && work) await rmdir(work.folder).catch(() => {}); // stays unless empty
  }
}
