import type { View } from '#engine/nets/view';
import type { Image } from '#engine/types';

/** Cells a side; coarse enough not to see things move, fine enough to see the scene change. */
const CELLS = 16;
const VALUES = CELLS * CELLS * 3;
/** Change of the median cell, of 255, that is a cut when it is also this many times what was usual before. */
const MIN_CHANGE = 7;
const MIN_RATIO = 4;
/**
 * Share of the change that nothing near explains. Cuts, also between scenes that look alike, have 0.16 and more, a camera
 * that moves fast 0.06 at most: in our clips, and in the moving photographs of `npm run bench:quality`.
 */
const MIN_STRANGENESS = 0.1;
/** How far a camera moves from one frame to the next at most, in cells. */
const REACH = 2;
/** How much each frame counts in what is usual. */
const MEMORY = 0.15;

/** Notices hard cuts: from one frame to the next everything changes, much more than movement has changed it before. */
export class SceneCuts {
  private previous: Float32Array | undefined;
  private usual = 1;

  /** Whether a cut lies between the frame shown last and this one. */
  isCut(view: View): boolean {
    const cells = averageCells(view);
    const change = this.previous ? medianDifference(cells, this.previous) : 0;
    const sudden = change > MIN_CHANGE && change > MIN_RATIO * this.usual;
    const cut = sudden && meanOf(strangeness(cells, this.previous!)) > MIN_STRANGENESS * change;
    if (!cut) this.usual += MEMORY * (Math.max(1, change) - this.usual);
    this.previous = cells;
    return cut;
  }
}

/** Of the median cell: somebody who moves, however large, leaves half of the picture as it was. */
function medianDifference(a: Float32Array, b: Float32Array): number {
  const changes = a.map((value, i) => Math.abs(value - b[i])).sort();
  return changes[VALUES >> 1];
}

/** How far each value lies outside of what there was around its cell before: a camera only moves what is there. */
function strangeness(now: Float32Array, before: Float32Array): Float32Array {
  return now.map((value, i) => {
    const [least, most] = rangeAround(before, i);
    return Math.max(0, least - value, value - most);
  });
}

function rangeAround(values: Float32Array, index: number): [least: number, most: number] {
  const [channel, cell] = [index % 3, Math.floor(index / 3)];
  const [column, row] = [cell % CELLS, Math.floor(cell / CELLS)];
  let [least, most] = [Infinity, -Infinity];
  for (let y = Math.max(0, row - REACH); y <= Math.min(CELLS - 1, row + REACH); y++) {
    for (let x = Math.max(0, column - REACH); x <= Math.min(CELLS - 1, column + REACH); x++) {
      const value = values[3 * (y * CELLS + x) + channel];
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return [least, most];
}

const meanOf = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean colour of each cell of the picture. */
function averageCells(view: View): Float32Array {
  const { width, height } = view;
  const { image } = view.levelFor(Math.min(width, height) / (2 * CELLS), { x: 0, y: 0, width, height });
  const sums = new Float32Array(VALUES);
  const counts = new Float32Array(CELLS * CELLS);
  forEachPixel(image, (cell, from) => {
    counts[cell]++;
    for (let channel = 0; channel < 3; channel++) sums[3 * cell + channel] += image.data[from + channel];
  });
  return sums.map((sum, i) => sum / Math.max(1, counts[Math.floor(i / 3)]));
}

function forEachPixel({ width, height }: Image, visit: (cell: number, from: number) => void): void {
  for (let y = 0, from = 0; y < height; y++) {
    const row = CELLS * Math.floor((y * CELLS) / height);
    for (let x = 0; x < width; x++, from += 3) visit(row + Math.floor((x * CELLS) / width), from);
  }
}
