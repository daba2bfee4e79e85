import type { Box, Image } from '#engine/types';
import { isPlanes, windowAround, type Picture, type Planes } from '#engine/ffmpeg/yuv-frame';
import { toRgb, toSmallRgb } from '#engine/ffmpeg/yuv-colour';
import { Pyramid } from './pyramid';

/** Pixels of a picture, or of a part of it, perhaps shrunk. */
export interface Level {
  readonly image: Image;
  /** Size relative to the picture: 1, ½, ¼ … */
  readonly shrink: number;
  /** Where the image begins in the shrunk picture, pixels. */
  readonly left: number;
  readonly top: number;
}

/** A picture as nets look at it, a crop at a time. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** The frame itself, if it is a video's. */
  readonly planes?: Planes;
  /**
   * The smallest level that still has a pixel for each pixel of a crop.
   * @param scale  pixels of the picture per pixel of the crop
   * @param bounds what the crop shows of the picture
   */
  levelFor(scale: number, bounds: Box): Level;
}

export function viewOf(picture: Picture): View {
  return isPlanes(picture) ? new PlanesView(picture) : new Pyramid(picture);
}

const MOST_HALVINGS = 4;
/** Crops are read between pixels: a neighbour more on each side. */
const RIM = 2;

/** A video's frame, of which only what is looked at becomes RGB, shrunk in the same go. */
class PlanesView implements View {
  constructor(readonly planes: Planes) {}

  get width(): number {
    return this.planes.width;
  }

  get height(): number {
    return this.planes.height;
  }

  levelFor(scale: number, bounds: Box): Level {
    const times = Math.min(MOST_HALVINGS, Math.max(0, Math.floor(Math.log2(scale))));
    if (times === 0) {
      const window = windowAround(this, grown(bounds, RIM));
      return { image: toRgb(this.planes, window), shrink: 1, left: window.left, top: window.top };
    }
    const shrink = 1 / 2 ** times;
    const { x, y, width, height } = bounds;
    const small = { x: x * shrink, y: y * shrink, width: width * shrink, height: height * shrink };
    const size = { width: this.width >> times, height: this.height >> times };
    const window = windowAround({ width: size.width & ~1, height: size.height & ~1 }, grown(small, RIM));
    return { image: toSmallRgb(this.planes, window, times), shrink, left: window.left, top: window.top };
  }
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
