import type { MediaOptions, PhotoContext } from '../photo/context';
import { bindPersons } from '../photo/bind';
import { shrink, type Still } from '../photo/still';
import { throwIfAborted } from '../errors';
import { COMPOSITE_SYNTHETIC, writeXmp } from '../label/xmp';
import { encodePicture } from '../media/write-picture';
import type { Bindings, Image } from '../types';
import { isPlanes, wholeOf } from '../video/planes';
import { toRgb } from '../video/planes-colour';
import { bestViewOf } from '../tracking/people';
import { follow, type Followed } from './follow';
import { footageOf, type Footage, type MovingMedia } from './footage';
import { paint } from './paint';
import { facesIn, paintsOf } from './scene';

/** The first frame as it is, as a JPEG at most `width` wide. */
export async function movingStill(media: MovingMedia, width: number, options: MediaOptions): Promise<Still> {
  const { signal, fromMs, toMs } = options;
  const image = await shrink(await frameAt(footageOf(media, { fromMs, toMs }), 0, signal), width);
  const jpeg = await encodePicture({ image, format: 'jpeg' }, { format: 'jpeg' });
  return { jpeg, width: image.width, height: image.height };
}

interface MovingPreview extends MediaOptions {
  bindings: Bindings;
  width: number;
}

/** What a swap would give, at the moment in which the first of the persons chosen is seen best. */
export async function previewMoving(context: PhotoContext, media: MovingMedia, request: MovingPreview) {
  const { bindings, width, signal, fromMs, toMs, onProgress } = request;
  const footage = footageOf(media, { fromMs, toMs });
  onProgress?.('detecting', 1);
  const followed = await follow(context.faces, footage, { signal });
  const bound = bindPersons(followed.people.length, bindings, media.kind === 'video' ? 'video' : 'animation');
  const frame = bestFrame(followed, bound[0].index);
  const image = await frameAt(footage, frame, signal);
  onProgress?.('swapping', 90);
  paint(image, facesIn(followed, frame), paintsOf(followed, bound, context.swapper), context.swapper);
  const small = await shrink(image, width);
  const xmp = writeXmp(COMPOSITE_SYNTHETIC);
  const jpeg = await encodePicture({ image: small, format: 'jpeg' }, { format: 'jpeg', xmp });
  onProgress?.('writing', 100);
  return { jpeg };
}

/** Where the person is seen best, wholly swapped: not while their new face fades in. */
function bestFrame({ people, cast }: Followed, person: number): number {
  const shown = (frame: number) => cast.inFrame(frame).find((one) => one.person === person)?.strength ?? 0;
  return bestViewOf(people[person], (frame) => 0.01 + shown(frame)).frame;
}

/** One frame, its pixels its own. */
async function frameAt(footage: Footage, wanted: number, signal?: AbortSignal): Promise<Image> {
  let [index, found]: [number, Image | undefined] = [0, undefined];
  for await (const { picture } of footage.frames({ signal, count: wanted + 1 })) {
    if (index++ !== wanted) continue;
    found = isPlanes(picture) ? toRgb(picture, wholeOf(picture)) : { ...picture, data: picture.data.slice() };
  }
  throwIfAborted(signal);
  return found!;
}
