import { readFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { writeWhole } from '#engine/media/write-picture';
import { FaceTracks, type StoredFaceTracks } from '#engine/tracking/face-tracks';
import type { ClipTracks } from './track-clip';
import type { TrackingScale } from './tracking-scale';

interface Stored {
  fingerprint: string;
  faces: StoredFaceTracks;
  scale: TrackingScale;
  times: Float64Array;
}

/** About a kilobyte for each face and frame. */
export async function writeTracks(
  file: string,
  fingerprint: string,
  { faces, scale, times }: ClipTracks,
): Promise<void> {
  const stored: Stored = { fingerprint, faces: faces.toStored(), scale, times: Float64Array.from(times) };
  await writeWhole(file, serialize(stored));
}

/** Undefined if missing or of other media, part or version. */
export async function readTracks(file: string, fingerprint: string): Promise<ClipTracks | undefined> {
  try {
    const stored = deserialize(await readFile(file)) as Stored;
    if (stored.fingerprint !== fingerprint) return undefined;
    return { faces: FaceTracks.fromStored(stored.faces), scale: stored.scale, times: [...stored.times] };
  } catch {
    return undefined;
  }
}
