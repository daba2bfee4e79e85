import { readFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { writeWhole } from '#engine/media/write-picture';
import { Cast, type StoredCast } from '#engine/tracking/face-tracks';
import type { Tracks } from './follow';

interface Stored {
  /** Of the file and the part of it that was followed. */
  fingerprint: string;
  cast: StoredCast;
  scale: number;
  times: Float64Array;
}

/** Keeps what following has found: some kilobyte for a face and a frame. */
export async function writeTracks(file: string, fingerprint: string, { cast, scale, times }: Tracks): Promise<void> {
  const stored: Stored = { fingerprint, cast: cast.stored(), scale, times: Float64Array.from(times) };
  await writeWhole(file, serialize(stored));
}

/** Undefined when there are none, or they are of other media, another part or another version. */
export async function readTracks(file: string, fingerprint: string): Promise<Tracks | undefined> {
  try {
    const stored = deserialize(await readFile(file)) as Stored;
    if (stored.fingerprint !== fingerprint) return undefined;
    return { cast: Cast.restore(stored.cast), scale: stored.scale, times: [...stored.times] };
  } catch {
    return undefined;
  }
}
