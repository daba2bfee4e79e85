import type { FaceNetPool } from '#engine/analyse/face-net-pool';
import type { MediaOptions } from '#engine/photo/context';
import type { Analysis } from '#engine/types';
import { clipFingerprint } from '#engine/video/clip/fingerprint';
import { trackInPool } from './track-clip';
import { clipOf, type ClipMedia } from '#engine/video/clip/clip';
import { expectedFrames, progressReporter } from '#engine/video/clip/report-progress';
import { toClipPersons } from './persons';
import { writeTracks } from './tracks-file';

export async function analyseClip(finder: FaceNetPool, media: ClipMedia, options: MediaOptions): Promise<Analysis> {
  const { signal, fromMs, toMs, onProgress } = options;
  const clip = clipOf(media, { fromMs, toMs });
  onProgress?.('reading', 0);
  const onFrame = progressReporter('detecting', [1, 99], expectedFrames(clip), options);
  const tracking = await trackInPool(finder, clip, { signal, onFrame });
  if (options.tracks && media.kind === 'video')
    await writeTracks(options.tracks, await clipFingerprint(media.info.file, clip.trim), tracking);
  const persons = await toClipPersons(clip, tracking);
  onProgress?.('detecting', 100);
  return {
    kind: media.kind,
    format: clip.format,
    width: clip.width,
    height: clip.height,
    durationMs: Math.round(clip.durationMs || tracking.times[tracking.times.length - 1]),
    fps: clip.fps,
    hasAudio: media.kind === 'video' && media.info.audio.length > 0,
    persons,
  };
}
