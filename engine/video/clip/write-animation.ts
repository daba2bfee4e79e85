import path from 'node:path';
import sharp from 'sharp';
import { joinAlpha } from '#engine/media/picture';
import { withGifComment } from '#engine/label/gif-comment';
import type { SourceTypes } from '#engine/label/stated-types';
import { writeXmp } from '#engine/label/xmp';
import type { Animation, AnimationFrame } from './animation';

/** By extension, else the original's; animated PNGs, whose photos would be large, become WebP. */
export function animationFormat(animation: Animation, out: string): 'gif' | 'webp' {
  const extension = path.extname(out).toLowerCase();
  if (extension === '.gif' || extension === '.webp') return extension === '.gif' ? 'gif' : 'webp';
  return animation.format === 'gif' ? 'gif' : 'webp';
}

export class AnimationWriter {
  private readonly pixels: Uint8Array;
  private frames = 0;

  constructor(
    private readonly animation: Pick<Animation, 'width' | 'height' | 'delays' | 'loop'>,
    private readonly format: 'gif' | 'webp',
    private readonly sourceTypes: SourceTypes,
  ) {
    const { width, height, delays } = animation;
    this.pixels = new Uint8Array(4 * width * height * delays.length);
  }

  add({ image, alpha }: AnimationFrame): void {
    const rgba = joinAlpha(image, alpha);
    this.pixels.set(rgba, rgba.length * this.frames++);
  }

  async encode(): Promise<Buffer> {
    const { width, height, delays, loop } = this.animation;
    const { own, ingredients } = this.sourceTypes;
    const raw = { width, height: height * this.frames, channels: 4, pageHeight: height } as const;
    const pages = sharp(this.pixels, { raw, limitInputPixels: false });
    const delay = delays.slice(0, this.frames);
    if (this.format === 'gif')
      return withGifComment(await pages.gif({ delay: gifDelays(delay), loop, effort: 5 }).toBuffer(), own);
    return pages.withXmp(writeXmp(own, ingredients)).webp({ delay, loop, quality: 88, alphaQuality: 100 }).toBuffer();
  }
}

const GIF_STEP = 10;
const SHORTEST_GIF_DELAY = 20;

/** Milliseconds. Frames end at the nearest step: delays that are rounded one by one would change the speed. */
function gifDelays(delays: readonly number[]): number[] {
  let [end, shown] = [0, 0];
  return delays.map((delay) => {
    end += delay;
    const steps = GIF_STEP * Math.round(end / GIF_STEP) - shown;
    const shownFor = Math.max(SHORTEST_GIF_DELAY, steps);
    shown += shownFor;
    return shownFor;
  });
}
