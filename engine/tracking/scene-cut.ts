import type { View } from '#engine/nets/view';
import type { Image } from '#engine/types';

/** Coarse enough to ignore movement, fine enough to register a new scene. */
const CELLS = 16;
const VALUES = CELLS * CELLS * 3;
/** Of the median cell (0–255), absolute and relative. */
const MIN_CHANGE = 7;
const MIN_RATIO = 4;
/** Cuts have at least 0.16, fast camera movement at most 0.06 (`npm run bench:quality`). */
const MIN_UNEXPLAINED = 0.1;
/** Between frames, cells. */
const SEARCH_RADIUS = 2;
const ADAPTATION_RATE = 0.15;

export class SceneCutDetector {
  private previous: Float32Array | undefined;
  private typicalChange = 1;

  /** Whether a cut precedes the frame. */
  next(view: View): boolean {
    const cells = averageCells(view);
    const change = this.previous ? medianDifference(cells, this.previous) : 0;
    const sudden = change > MIN_CHANGE && change > MIN_RATIO * this.typicalChange;
    const cut = sudden && meanOf(unexplainedChange(cells, this.previous!)) > MIN_UNEXPLAINED * change;
    if (!cut) this.typicalChange += ADAPTATION_RATE * (Math.max(1, change) - this.typicalChange);
    this.previous = cells;
    return cut;
  }
}

/** A moving person leaves half of the cells unchanged. */
function medianDifference(a: Float32Array, b: Float32Array): number {
  const changes = a.map((value, i) => Math.abs(value - b[i])).sort();
  return changes[VALUES >> 1];
}

/** A camera only moves existing content. */
function unexplainedChange(now: Float32Array, before: Float32Array): Float32Array {
  return now.map((value, i) => {
    const [least, most] = rangeAround(before, i);
    return Math.max(0, least - value, value - most);
  });
}

function rangeAround(values: Float32Array, index: number): [least: number, most: number] {
  const [channel, cell] = [index % 3, Math.floor(index / 3)];
  const [column, row] = [cell % CELLS, Math.floor(cell / CELLS)];
  let [least, most] = [Infinity, -Infinity];
  for (let y = Math.max(0, row - SEARCH_RADIUS); y <= Math.min(CELLS - 1, row + SEARCH_RADIUS); y++) {
    for (let x = Math.max(0, column - SEARCH_RADIUS); x <= Math.min(CELLS - 1, column + SEARCH_RADIUS); x++) {
      const value = values[3 * (y * CELLS + x) + channel];
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return [least, most];
}

const meanOf = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

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
