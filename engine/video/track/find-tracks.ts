import type { FaceNetPool } from '#engine/analyse/face-net-pool';
import type { MediaOptions } from '#engine/photo/context';
import { clipFingerprint } from '#engine/video/clip/fingerprint';
import { trackInPool, type ClipTracks } from './track-clip';
import type { Clip } from '#engine/video/clip/clip';
import { expectedFrames, progressReporter } from '#engine/video/clip/report-progress';
import { readTracks, writeTracks } from './tracks-file';

export const TRACKING_PERCENT = 40;

/** Of an earlier run. */
export async function storedTracks(clip: Clip, ...files: (string | undefined)[]): Promise<ClipTracks | undefined> {
  const fingerprint = await fingerprintOf(clip);
  for (const file of files) {
    const known = file && fingerprint ? await readTracks(file, fingerprint) : undefined;
    if (known) return known;
  }
  return undefined;
}

/** Empty for animations. */
const fingerprintOf = async ({ media, trim }: Clip): Promise<string> =>
  media.kind === 'video' ? clipFingerprint(media.info.file, trim) : '';

/** @param cacheFile another file to load from and save to */
export async function findTracks(
  finder: FaceNetPool,
  clip: Clip,
  { tracks, ...options }: MediaOptions,
  cacheFile?: string,
): Promise<ClipTracks> {
  const cached = await storedTracks(clip, cacheFile);
  if (cached) return cached;
  const known = await storedTracks(clip, tracks);
  if (known) {
    if (cacheFile) await writeTracks(cacheFile, await fingerprintOf(clip), known);
    return known;
  }
  const onFrame = progressReporter('detecting', [1, TRACKING_PERCENT], expectedFrames(clip), options);
  const tracking = await trackInPool(finder, clip, { signal: options.signal, onFrame });
  const fingerprint = cacheFile && (await fingerprintOf(clip));
  if (fingerprint) await writeTracks(cacheFile, fingerprint, tracking);
  return tracking;
}
