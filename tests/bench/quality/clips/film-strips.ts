import type { TrueFace } from '#tests/support/clips';
import { Sheet } from '#tests/bench/quality/sheet';
import { idsOf, type Clip } from './clip';
import type { ClipResult } from './swap-clip';

const COLUMNS = 12;

export class FilmStrips {
  private readonly sheet: Sheet;
  private row = 0;

  constructor(clips: readonly Clip[], tile = 240) {
    const persons = clips.reduce((sum, clip) => sum + idsOf(clip).length, 0);
    this.sheet = new Sheet(COLUMNS, 2 * persons, tile);
  }

  async add(clip: Clip, { originals, results }: ClipResult): Promise<void> {
    for (const id of idsOf(clip)) {
      for (let column = 0; column < COLUMNS; column++) {
        const frame = Math.floor(((column + 0.5) * originals.length) / COLUMNS);
        const face = clip.truth[frame].find((one) => one.id === id);
        if (!face) continue;
        await this.sheet.placeCut(column, this.row, originals[frame], cutAround(face));
        await this.sheet.placeCut(column, this.row + 1, results[frame], cutAround(face));
      }
      this.row += 2;
    }
  }

  write(file: string): Promise<void> {
    return this.sheet.write(file);
  }
}

function cutAround({ box: [left, top, right, bottom] }: TrueFace): [x: number, y: number, side: number] {
  const side = 1.5 * Math.max(right - left, bottom - top);
  return [(left + right - side) / 2, (top + bottom - side) / 2, side];
}
