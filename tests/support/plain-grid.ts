import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Mask } from '#engine/swap/judge/mask';

const usual = 20;
export const cells = usual * usual;
const emptyZones = [
  'features',
  'pigmented',
  'lids',
  'brows',
  'targetBrows',
  'lips',
  'cheekZone',
  'folds',
  'laughLines',
  'fromTarget',
  'anyPigmented',
  'beard',
  'chin',
  'outerSkin',
  'noses',
  'hairSides',
  'targetPigmented',
] as const;

/** Fully covered, 20 × 20 cells by default. */
export function plainGrid(
  warped: (cell: number) => number[],
  target: (cell: number) => number[],
  side = usual,
): { grid: Grid; mask: Mask } {
  const plane = (value: number) => new Float32Array(side * side).fill(value);
  const paint = (colour: (cell: number) => number[]) =>
    Float32Array.from(Array.from({ length: side * side }, (_, cell) => colour(cell)).flat());
  const empty = Object.fromEntries(emptyZones.map((zone) => [zone, plane(0)])) as Record<
    (typeof emptyZones)[number],
    Float32Array
  >;
  const grid = {
    columns: side,
    rows: side,
    ids: new Int16Array(side * side),
    warped: paint(warped),
    target: paint(target),
    covered: plane(1),
    feather: plane(1),
    jawFade: plane(1),
    known: plane(1),
    ...empty,
  };
  return { grid, mask: { skin: plane(1), alpha: plane(1) } };
}

export const columnOf = (cell: number): number => cell % usual;
export const rowOf = (cell: number): number => Math.floor(cell / usual);

/** Between −1 and 1. */
export const pseudoNoise = (cell: number): number => Math.sin(12.9898 * cell);
