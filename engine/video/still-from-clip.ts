import type { MediaOptions } from '#engine/photo/context';
import { bindPersons } from '#engine/photo/bind';
import { shrink, type Still } from '#engine/photo/still';
import { throwIfAborted } from '#engine/errors';
import { COMPOSITE_SYNTHETIC, writeXmp } from '#engine/label/xmp';
import { encodePicture } from '#engine/media/write-picture';
import type { Bindings, Image } from '#engine/types';
import { isPlanes, wholeOf } from '#engine/ffmpeg/yuv-frame';
import { toRgb } from '#engine/ffmpeg/yuv-colour';
import { damagedVideo } from '#engine/ffmpeg/ffprobe';
import { findTracks } from './find-tracks';
import { framesFrom } from './frames-from';
import { footageOf, type Footage, type MovingMedia } from './clip';
import { paint } from './paint-frame';
import { facesIn, paintsOf } from './render-plan';
import type { MovingContext } from './swap-clip';

/** The first frame as it is, as a JPEG at most `width` wide. */
export async function movingStill(media: MovingMedia, width: number, options: MediaOptions): Promise<Still> {
  const { signal, fromMs, toMs } = options;
  const image = await shrink(await frameAt(footageOf(media, { fromMs, toMs }), 0, { signal }), width);
  const jpeg = await encodePicture({ image, format: 'jpeg' }, { format: 'jpeg' });
  return { jpeg, width: image.width, height: image.height };
}

interface MovingPreview extends MediaOptions {
  bindings: Bindings;
  width: number;
}

/** What a swap would give, at the moment in which the first of the persons chosen is seen best. */
export async function previewMoving(context: MovingContext, media: MovingMedia, request: MovingPreview) {
  const { bindings, width, signal, onProgress } = request;
  const footage = footageOf(media, request);
  onProgress?.('detecting', 1);
  const tracks = await findTracks(context.finderThreads(), footage, { signal, tracks: request.tracks });
  const bound = bindPersons(tracks.cast.size, bindings, media.kind === 'video' ? 'video' : 'animation');
  const frame = tracks.cast.bestFrames[bound[0].index];
  const image = await frameAt(footage, frame, { signal, times: tracks.times });
  onProgress?.('swapping', 90);
  paint(image, facesIn(tracks, frame), paintsOf(tracks, bound, context.swapper), context.swapper);
  const small = await shrink(image, width);
  const xmp = writeXmp(COMPOSITE_SYNTHETIC);
  const jpeg = await encodePicture({ image: small, format: 'jpeg' }, { format: 'jpeg', xmp });
  onProgress?.('writing', 100);
  return { jpeg };
}

interface FrameAt {
  signal?: AbortSignal;
  /** When each frame is shown, for those who know. */
  times?: readonly number[];
}

/** One frame, its pixels its own. */
async function frameAt(footage: Footage, wanted: number, { signal, times = [] }: FrameAt): Promise<Image> {
  const isVideo = footage.media.kind === 'video';
  const frames = isVideo ? framesFrom(footage, times, wanted, { signal }) : skip(footage.frames({ signal }), wanted);
  for await (const { picture } of frames)
    return isPlanes(picture) ? toRgb(picture, wholeOf(picture)) : { ...picture, data: picture.data.slice() };
  throwIfAborted(signal);
  throw damagedVideo();
}

async function* skip<T>(items: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let index = 0;
  for await (const item of items) if (index++ >= count) yield item;
}
