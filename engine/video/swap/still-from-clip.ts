import { swapperFor } from '#engine/photo/choose-swapper';
import type { MediaOptions, QualityOptions } from '#engine/photo/context';
import { bindPersons } from '#engine/photo/bind';
import { shrink, type Still } from '#engine/photo/still';
import { throwIfAborted } from '#engine/errors';
import { writeXmp } from '#engine/label/xmp';
import { encodePicture } from '#engine/media/write-picture';
import type { Bindings, Image } from '#engine/types';
import { isYuv420, wholeFrame } from '#engine/ffmpeg/yuv-frame';
import { toRgb } from '#engine/ffmpeg/yuv-colour';
import { damagedVideo } from '#engine/ffmpeg/ffprobe';
import { findTracks } from '#engine/video/track/find-tracks';
import { framesFrom } from '#engine/video/clip/frames-from';
import { clipOf, type Clip, type ClipMedia } from '#engine/video/clip/clip';
import { paintFrame } from '#engine/video/paint/paint-frame';
import { facesIn, renderSpecOf } from '#engine/video/paint/render-plan';
import type { ClipContext } from './swap-clip';

export async function stillFromClip(media: ClipMedia, width: number, options: MediaOptions): Promise<Still> {
  const { signal, fromMs, toMs } = options;
  const image = await shrink(await frameAt(clipOf(media, { fromMs, toMs }), 0, { signal }), width);
  const jpeg = await encodePicture({ image, format: 'jpeg' }, { format: 'jpeg' });
  return { jpeg, width: image.width, height: image.height };
}

interface ClipPreviewRequest extends MediaOptions, QualityOptions {
  bindings: Bindings;
  width: number;
}

/** Best view of the first chosen person, with the unmodified frame. */
export async function previewClip(context: ClipContext, media: ClipMedia, request: ClipPreviewRequest) {
  const { bindings, quality, width, signal, onProgress } = request;
  const swapper = swapperFor(context, 'photo', bindings, quality, true);
  const clip = clipOf(media, request);
  onProgress?.('detecting', 1);
  const tracks = await findTracks(context.createNetPool(), clip, { signal, tracks: request.tracks });
  const bound = bindPersons(tracks.faces.size, bindings, media.kind === 'video' ? 'video' : 'animation');
  const frame = tracks.faces.bestFrames[bound[0].index];
  const image = await frameAt(clip, frame, { signal, times: tracks.times });
  const original = await encodePicture({ image: await shrink(image, width), format: 'jpeg' }, { format: 'jpeg' });
  onProgress?.('swapping', 90);
  await paintFrame(image, facesIn(tracks, frame), renderSpecOf(tracks, bound), swapper);
  const small = await shrink(image, width);
  const xmp = writeXmp(swapper.sourceType);
  const jpeg = await encodePicture({ image: small, format: 'jpeg' }, { format: 'jpeg', xmp });
  onProgress?.('writing', 100);
  return { jpeg, original };
}

interface FrameAtOptions {
  signal?: AbortSignal;
  times?: readonly number[];
}

/** A copy of the frame. */
async function frameAt(clip: Clip, wanted: number, { signal, times = [] }: FrameAtOptions): Promise<Image> {
  const isVideo = clip.media.kind === 'video';
  const frames = isVideo ? framesFrom(clip, times, wanted, { signal }) : skip(clip.frames({ signal }), wanted);
  for await (const { pixels } of frames)
    return isYuv420(pixels) ? toRgb(pixels, wholeFrame(pixels)) : { ...pixels, data: pixels.data.slice() };
  throwIfAborted(signal);
  throw damagedVideo();
}

async function* skip<T>(items: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let index = 0;
  for await (const item of items) if (index++ >= count) yield item;
}
