import { withMedia } from '#engine/video/probe-media';
import type { Image } from '#engine/types';
import { readRgbFrames } from '#engine/ffmpeg/frame-reader';

/** All frames of a short video. */
export function readAllFrames(file: string): Promise<Image[]> {
  return withMedia(file, {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${file} is a ${media.kind}`);
    const images: Image[] = [];
    for await (const { image } of readRgbFrames(media.info)) images.push({ ...image, data: image.data.slice() });
    return images;
  });
}
