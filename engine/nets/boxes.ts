import type { Box } from '#engine/types';

export const areaOf = (box: Box): number => box.width * box.height;

/** Area common to two boxes, square pixels. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union: 1 for the same box, 0 for boxes apart. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const common = overlap(a, b);
  return common === 0 ? 0 : common / (areaOf(a) + areaOf(b) - common);
}

/** Whether two boxes of faces, seen in one picture, must be one's. */
export function isSamePlace(a: Box, b: Box): boolean {
  return overlap(a, b) > 0.4 * Math.min(areaOf(a), areaOf(b));
}

/**
 * Non-maximum suppression: of boxes that mean the same thing keeps the best.
 * A box mostly inside a better one counts as the same, since tiles see parts of large faces as faces.
 */
export function suppressNonMaxima<T extends { box: Box; score: number }>(candidates: readonly T[]): T[] {
  const kept: T[] = [];
  for (const candidate of [...candidates].sort((a, b) => b.score - a.score)) {
    if (!kept.some((better) => isSameThing(better.box, candidate.box))) kept.push(candidate);
  }
  return kept;
}

const SAME_UNION = 0.3;
const SAME_INSIDE = 0.6;

function isSameThing(a: Box, b: Box): boolean {
  return intersectionOverUnion(a, b) > SAME_UNION || overlap(a, b) / Math.min(areaOf(a), areaOf(b)) > SAME_INSIDE;
}

/** The part of a box that lies in a picture. */
export function clampBox(box: Box, width: number, height: number): Box {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(width, box.x + box.width) - x),
    height: Math.max(0, Math.min(height, box.y + box.height) - y),
  };
}

/** The smallest upright box around points given as (x, y, z) triples. */
export function boundsOf(points: ArrayLike<number>, count: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    left = Math.min(left, points[3 * i]);
    right = Math.max(right, points[3 * i]);
    top = Math.min(top, points[3 * i + 1]);
    bottom = Math.max(bottom, points[3 * i + 1]);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
