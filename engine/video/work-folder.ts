import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** A folder of the caller's own, in which a video's finished segments wait for the rest. */
export interface WorkFolder {
  /**
   * Of this piece of work alone. What is finished stays in it when the work is aborted or its process is killed, and
   * the same request with the same folder goes on from there. Emptied once the result is whole.
   */
  readonly folder: string;
  /** About how long a segment is; 8 s unless told otherwise. */
  readonly segmentMs?: number;
}

/** Where a video is being made. */
export interface Workplace {
  readonly segmentMs: number;
  readonly folder: string;
  place(name: string): string;
}

const SEGMENT_MS = 8000;

/** Lends the caller's folder, or one beside the result that goes when the work ends. */
export async function inWorkFolder<T>(
  { work, out }: { work?: WorkFolder; out: string },
  make: (workplace: Workplace) => Promise<T>,
): Promise<T> {
  const folder = path.resolve(
    work?.folder ?? path.join(path.dirname(out), `.${path.basename(out)}.${randomUUID()}.part`),
  );
  const place = (name: string) => path.join(folder, name);
  await mkdir(folder, { recursive: true });
  let isWhole = false;
  try {
    const result = await make({ folder, place, segmentMs: work?.segmentMs ?? SEGMENT_MS });
    isWhole = true;
    return result;
  } finally {
    if (isWhole || !work) await rm(folder, { recursive: true, force: true });
  }
}
