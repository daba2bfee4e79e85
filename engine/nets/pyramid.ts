import type { Image } from '../types';
import type { Level, View } from './view';

/**
 * A picture and its halvings, made when first asked for. Sampling a small crop from a large picture reads the level
 * that is nearest in size, which keeps fine patterns from turning into noise.
 */
export class Pyramid implements View {
  private readonly levels: Image[];

  constructor(image: Image) {
    this.levels = [image];
  }

  get width(): number {
    return this.levels[0].width;
  }

  get height(): number {
    return this.levels[0].height;
  }

  /** All of the level, whatever part a crop shows. */
  levelFor(scale: number): Level {
    let level = 0;
    while (scale / 2 ** (level + 1) >= 1 && this.has(level + 1)) level++;
    return { image: this.levels[level], shrink: 1 / 2 ** level, left: 0, top: 0 };
  }

  private has(level: number): boolean {
    while (this.levels.length <= level) {
      const last = this.levels[this.levels.length - 1];
      if (last.width < 4 || last.height < 4) return false;
      this.levels.push(halve(last));
    }
    return true;
  }
}

/** Averages blocks of 2 × 2 pixels; an odd last row or column is left out. */
export function halve({ width, height, data }: Image): Image {
  const newWidth = width >> 1;
  const newHeight = height >> 1;
  const halved = new Uint8Array(newWidth * newHeight * 3);
  const rowBytes = width * 3;
  for (let y = 0, to = 0; y < newHeight; y++) {
    let from = 2 * y * rowBytes;
    for (let x = 0; x < newWidth; x++, from += 6) {
      for (let channel = from; channel < from + 3; channel++, to++) {
        const below = channel + rowBytes;
        halved[to] = (data[channel] + data[channel + 3] + data[below] + data[below + 3] + 2) >> 2;
      }
    }
  }
  return { width: newWidth, height: newHeight, data: halved };
}
