import type { Box } from '#engine/types';
import { applyAffine, cropToPicture, scaleOf, type Affine, type Region } from './affine';
import { suppressNonMaxima } from './boxes';
import type { Net } from './model-store';
import { sampleSquare } from './sampling';
import type { View } from './view';

export interface Detection {
  readonly box: Box;
  readonly score: number;
  /** At the image's left, then right, pixels. */
  readonly eyes: readonly [x: number, y: number, x: number, y: number];
}

type Size = Pick<View, 'width' | 'height'>;

const MIN_SCORE = 0.5;
const RANGE = { scale: 1 / 127.5, offset: -1 };
/** Values per anchor: centre, size, then six points. */
const VALUES_PER_ANCHOR = 16;

/** Smaller faces lie completely in at least one tile. */
const TILE_OVERLAP = 0.25;
/** Pixels: faces in smaller tiles are too small to swap. */
const SMALLEST_TILE = 512;

/**
 * BlazeFace (Bazarevsky et al., "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs", 2019) on the image
 * and on overlapping tiles.
 */
export class FaceDetector {
  constructor(private readonly net: Net) {}

  /** @param thorough tiles too, several times slower */
  async detect(view: View, thorough = true): Promise<Detection[]> {
    const { width, height } = view;
    const found = await this.detectRegion(view, wholePicture(view, 0));
    if (!thorough) return suppressNonMaxima(found);
    const side = Math.max(width, height);
    for (let tileSide = side / 2; tileSide >= SMALLEST_TILE && tileSide >= side / 4; tileSide /= 2) {
      for (const tile of tilesOf(view, tileSide)) {
        found.push(...(await this.detectWhole(view, tile)));
      }
    }
    return suppressNonMaxima(found);
  }

  async detectIn(view: View, square: Region): Promise<Detection[]> {
    return suppressNonMaxima(await this.detectWhole(view, square));
  }

  /** @param angle radians */
  async detectTurned(view: View, angle: number): Promise<Detection[]> {
    return suppressNonMaxima(await this.detectRegion(view, wholePicture(view, angle)));
  }

  private async detectWhole(view: View, square: Region): Promise<Detection[]> {
    return (await this.detectRegion(view, square)).filter(({ box }) => isWhole(box, square, view));
  }

  private async detectRegion(view: View, region: Region): Promise<Detection[]> {
    const toPicture = cropToPicture(region, this.net.side);
    sampleSquare(view, toPicture, this.net.side, RANGE, this.net.input);
    const { smallScores, smallBoxes, largeScores, largeBoxes } = await this.net.run();
    return [
      ...decode(smallScores, smallBoxes, smallAnchors, toPicture),
      ...decode(largeScores, largeBoxes, largeAnchors, toPicture),
    ];
  }
}

/** Offsets from each anchor, input pixels. */
function* decode(scores: Float32Array, values: Float32Array, anchors: Float32Array, toPicture: Affine) {
  for (let anchor = 0; anchor < scores.length; anchor++) {
    const score = 1 / (1 + Math.exp(-scores[anchor]));
    if (score < MIN_SCORE) continue;
    const at = anchor * VALUES_PER_ANCHOR;
    const point = (offset: number) =>
      applyAffine(
        toPicture,
        values[at + offset] + anchors[2 * anchor],
        values[at + offset + 1] + anchors[2 * anchor + 1],
      );
    const eyes = [...point(4), ...point(6)] as const;
    yield { box: boxAround(point(0), values[at + 2], values[at + 3], toPicture), score, eyes };
  }
}

/** Multiples of 90°. */
function boxAround([x, y]: readonly [number, number], width: number, height: number, toPicture: Affine): Box {
  const lies = Math.abs(toPicture[1]) > Math.abs(toPicture[0]);
  const scale = scaleOf(toPicture);
  const [across, down] = lies ? [height * scale, width * scale] : [width * scale, height * scale];
  return { x: x - across / 2, y: y - down / 2, width: across, height: down };
}

function wholePicture({ width, height }: Size, angle: number): Region {
  return { centreX: width / 2, centreY: height / 2, size: Math.max(width, height), angle };
}

/** count × (x, y), input pixels. */
function gridAnchors(cell: number, perCell: number, side = 256): Float32Array {
  const centres: number[] = [];
  for (let y = cell / 2; y < side; y += cell)
    for (let x = cell / 2; x < side; x += cell) for (let i = 0; i < perCell; i++) centres.push(x, y);
  return Float32Array.from(centres);
}

const smallAnchors = gridAnchors(16, 2);
const largeAnchors = gridAnchors(32, 6);

function* tilesOf({ width, height }: Size, side: number): Generator<Region> {
  for (const centreY of tileCentres(height, side))
    for (const centreX of tileCentres(width, side)) yield { centreX, centreY, size: side, angle: 0 };
}

/** One centred tile if longer than the image. */
function tileCentres(length: number, side: number): number[] {
  if (side >= length) return [length / 2];
  const count = Math.ceil((length - side * TILE_OVERLAP) / (side * (1 - TILE_OVERLAP)));
  return Array.from({ length: count }, (_, i) => side / 2 + (i * (length - side)) / Math.max(1, count - 1));
}

/** The image's own border is no tile edge. */
function isWhole(box: Box, { centreX, centreY, size }: Region, { width, height }: Size): boolean {
  const [left, top] = [centreX - size / 2, centreY - size / 2];
  const margin = 2;
  return (
    (left <= 1 || box.x > left + margin) &&
    (top <= 1 || box.y > top + margin) &&
    (left + size >= width - 1 || box.x + box.width < left + size - margin) &&
    (top + size >= height - 1 || box.y + box.height < top + size - margin)
  );
}
