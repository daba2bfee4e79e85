import type { FinderThreads } from '#engine/analyse/face-net-pool';
import type { MediaOptions } from '#engine/photo/context';
import { fingerprintOfPart } from './fingerprint';
import { followInThreads, type Tracks } from './follow';
import type { Footage } from './clip';
import { expectedFrames, pace } from './report-progress';
import { readTracks, writeTracks } from './tracks-file';

/** Percent of the whole work that following takes, when there is more to do. */
export const FOLLOWED = 40;

/**
 * Who is where in footage: as somebody has kept it, or else by looking.
 * @param kept another file to look into, and to keep in what had to be found
 */
export async function findTracks(
  finder: FinderThreads,
  footage: Footage,
  { tracks, ...options }: MediaOptions,
  kept?: string,
): Promise<Tracks> {
  const fingerprint =
    footage.media.kind === 'video' ? await fingerprintOfPart(footage.media.info.file, footage.trim) : '';
  for (const file of [kept, tracks]) {
    const known = file && fingerprint ? await readTracks(file, fingerprint) : undefined;
    if (known) return known;
  }
  const onFrame = pace('detecting', [1, FOLLOWED], expectedFrames(footage), options);
  const followed = await followInThreads(finder, footage, { signal: options.signal, onFrame });
  if (kept && fingerprint) await writeTracks(kept, fingerprint, followed);
  return followed;
}
