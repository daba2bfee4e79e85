import { withMedia } from '#engine/video/clip/probe-media';
import type { Image } from '#engine/types';
import { readRgbFrames } from '#engine/ffmpeg/frame-reader';

export function readAllFrames(file: string): Promise<Image[]> {
  return withMedia(file, {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${file}: expected a video, found a ${media.kind}`);
    const images: Image[] = [];
    for await (const { image } of readRgbFrames(media.info)) images.push({ ...image, data: image.data.slice() });
    return images;
  });
}
