import type { FaceNetPool } from '#engine/analyse/face-net-pool';
import type { MediaOptions } from '#engine/photo/context';
import { clipFingerprint } from './fingerprint';
import { trackInPool, type ClipTracks } from './track-clip';
import type { Clip } from './clip';
import { expectedFrames, progressReporter } from './report-progress';
import { readTracks, writeTracks } from './tracks-file';

export const TRACKING_PERCENT = 40;

/** @param cacheFile another file to load from and save to */
export async function findTracks(
  finder: FaceNetPool,
  clip: Clip,
  { tracks, ...options }: MediaOptions,
  cacheFile?: string,
): Promise<ClipTracks> {
  const fingerprint = clip.media.kind === 'video' ? await clipFingerprint(clip.media.info.file, clip.trim) : '';
  for (const file of [cacheFile, tracks]) {
    const known = file && fingerprint ? await readTracks(file, fingerprint) : undefined;
    if (known) return known;
  }
  const onFrame = progressReporter('detecting', [1, TRACKING_PERCENT], expectedFrames(clip), options);
  const tracking = await trackInPool(finder, clip, { signal: options.signal, onFrame });
  if (cacheFile && fingerprint) await writeTracks(cacheFile, fingerprint, tracking);
  return tracking;
}
