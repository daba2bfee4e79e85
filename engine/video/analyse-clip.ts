import type { FinderThreads } from '#engine/analyse/face-net-pool';
import type { MediaOptions } from '#engine/photo/context';
import type { Analysis } from '#engine/types';
import { fingerprintOfPart } from './fingerprint';
import { followInThreads } from './follow';
import { footageOf, type MovingMedia } from './clip';
import { expectedFrames, pace } from './report-progress';
import { toMovingPersons } from './persons';
import { writeTracks } from './tracks-file';

/** Finds everybody in a video or an animation, or in a part of it, once each. */
export async function analyseMoving(
  finder: FinderThreads,
  media: MovingMedia,
  options: MediaOptions,
): Promise<Analysis> {
  const { signal, fromMs, toMs, onProgress } = options;
  const footage = footageOf(media, { fromMs, toMs });
  onProgress?.('reading', 0);
  const onFrame = pace('detecting', [1, 99], expectedFrames(footage), options);
  const followed = await followInThreads(finder, footage, { signal, onFrame });
  if (options.tracks && media.kind === 'video')
    await writeTracks(options.tracks, await fingerprintOfPart(media.info.file, footage.trim), followed);
  const persons = await toMovingPersons(footage, followed);
  onProgress?.('detecting', 100);
  return {
    kind: media.kind,
    format: footage.format,
    width: footage.width,
    height: footage.height,
    durationMs: Math.round(footage.durationMs || followed.times[followed.times.length - 1]),
    fps: footage.fps,
    hasAudio: media.kind === 'video' && media.info.audio.length > 0,
    persons,
  };
}
