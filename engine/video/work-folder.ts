import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** A folder for a video's finished segments, provided by the caller. */
export interface WorkFolder {
  /**
   * Exclusive to one request. Finished segments stay in it when the request is aborted or the process is killed, and
   * repeating the request with the same folder resumes after them. Emptied when the result is complete.
   */
  readonly folder: string;
  /** Approximate duration of a segment; default 8 s. */
  readonly segmentMs?: number;
}

/** The folder in use: the caller's or a temporary one. */
export interface OpenWorkFolder {
  readonly segmentMs: number;
  readonly folder: string;
  pathOf(name: string): string;
}

const SEGMENT_MS = 8000;

/** Opens the caller's folder, or a temporary one beside the result. */
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
    const result = await make({ folder, pathOf, segmentMs: work?.segmentMs ?? SEGMENT_MS });
    isWhole = true;
    return result;
  } finally {
    if (isWhole || !work) await rm(folder, { recursive: true, force: true });
  }
}
