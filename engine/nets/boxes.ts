import type { Box } from '#engine/types';

export const areaOf = (box: Box): number => box.width * box.height;

export function overlapArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

export function intersectionOverUnion(a: Box, b: Box): number {
  const common = overlapArea(a, b);
  return common === 0 ? 0 : common / (areaOf(a) + areaOf(b) - common);
}

export function isSameFace(a: Box, b: Box): boolean {
  return overlapArea(a, b) > 0.4 * Math.min(areaOf(a), areaOf(b));
}

/** Tiles detect parts of large faces, which lie mostly inside a better box. */
export function suppressNonMaxima<T extends { box: Box; score: number }>(
  candidates: readonly T[],
  rank: (candidate: T) => number = ({ score }) => score,
): T[] {
  const kept: T[] = [];
  for (const candidate of [...candidates].sort((a, b) => rank(b) - rank(a))) {
    if (!kept.some((better) => isDuplicate(better.box, candidate.box))) kept.push(candidate);
  }
  return kept;
}

const SAME_UNION = 0.3;
const SAME_INSIDE = 0.6;

function isDuplicate(a: Box, b: Box): boolean {
  return intersectionOverUnion(a, b) > SAME_UNION || overlapArea(a, b) / Math.min(areaOf(a), areaOf(b)) > SAME_INSIDE;
}

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

/** @param points (x, y, z) triples */
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
