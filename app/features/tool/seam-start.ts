import type { Person } from '#contract/index';

const middle = 50;
/** Part of a face's width in which one sees that it is swapped. */
const seenPart = 1 / 3;
/** Percent: most of the grip stays in the picture. */
const leastStart = 2;

/**
 * Where the seam between original (left) and result (right) starts, in percent from the left: in the middle, or at the left
 * edge of the swapped faces if the middle would hide one.
 * @param swapped its keys are those of the swapped persons
 * @param width displayed pixels
 */
export function seamStart(persons: Person[], swapped: object, width: number | null): number {
  if (!width) return middle;
  const boxes = persons.filter(({ key }) => key in swapped).map(({ box, sightings }) => sightings[0]?.box ?? box);
  const hidden = boxes.filter((box) => (100 * (box.x + box.width * (1 - seenPart))) / width < middle);
  const starts = hidden.map(({ x }) => Math.max(leastStart, Math.round((100 * x) / width)));
  return Math.min(middle, ...starts);
}
