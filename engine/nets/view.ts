import type { Box, Image } from '#engine/types';
import { isYuv420, windowAround, type Frame, type Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import { toRgb, toSmallRgb } from '#engine/ffmpeg/yuv-colour';
import { Pyramid } from './pyramid';

export interface Level {
  readonly image: Image;
  /** 1, ½, ¼ … */
  readonly shrink: number;
  /** In the reduced image, pixels. */
  readonly left: number;
  readonly top: number;
}

export interface View {
  readonly width: number;
  readonly height: number;
  readonly yuvFrame?: Yuv420Frame;
  /**
   * The smallest with at least one pixel per crop pixel.
   * @param scale image pixels per crop pixel
   * @param bounds in the image
   */
  levelFor(scale: number, bounds: Box): Level;
}

export function viewOf(picture: Frame): View {
  return isYuv420(picture) ? new YuvView(picture) : new Pyramid(picture);
}

const MAX_HALVINGS = 4;
const INTERPOLATION_MARGIN = 2;

class YuvView implements View {
  constructor(readonly yuvFrame: Yuv420Frame) {}

  get width(): number {
    return this.yuvFrame.width;
  }

  get height(): number {
    return this.yuvFrame.height;
  }

  levelFor(scale: number, bounds: Box): Level {
    const times = Math.min(MAX_HALVINGS, Math.max(0, Math.floor(Math.log2(scale))));
    if (times === 0) {
      const window = windowAround(this, expanded(bounds, INTERPOLATION_MARGIN));
      return { image: toRgb(this.yuvFrame, window), shrink: 1, left: window.left, top: window.top };
    }
    const shrink = 1 / 2 ** times;
    const { x, y, width, height } = bounds;
    const small = { x: x * shrink, y: y * shrink, width: width * shrink, height: height * shrink };
    const size = { width: this.width >> times, height: this.height >> times };
    const window = windowAround(
      { width: size.width & ~1, height: size.height & ~1 },
      expanded(small, INTERPOLATION_MARGIN),
    );
    return { image: toSmallRgb(this.yuvFrame, window, times), shrink, left: window.left, top: window.top };
  }
}

function expanded({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
