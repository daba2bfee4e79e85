import { expect, test } from 'vitest';
import { trueLandmarks, turnedLandmarks } from '#tests/support/face-views';
import { cells, columnOf, plainGrid } from '#tests/support/plain-grid';
import { mouthCorners } from '#engine/mesh/topology';
import type { Landmarks } from '#engine/types';
import { Workspace } from '#engine/swap/ops/workspace';
import { fitColour } from './colour';
import { keepFolds } from './keep-folds';
import { relight } from './relight';

const [upperLip, lowerLip] = [13, 14];
const calm = trueLandmarks('amara');
const mouthWidth = Math.abs(calm[3 * mouthCorners.left] - calm[3 * mouthCorners.right]);
const cell = 10;
/** Centre of the target's fold. */
const foldAt = 8;

/** @param wider shares of the mouth's width @param open likewise */
function mouth(wider: number, open: number): Landmarks {
  const landmarks = calm.slice();
  landmarks[3 * mouthCorners.left] -= 0.5 * wider * mouthWidth;
  landmarks[3 * mouthCorners.right] += 0.5 * wider * mouthWidth;
  landmarks[3 * upperLip + 1] -= 0.5 * open * mouthWidth;
  landmarks[3 * lowerLip + 1] += 0.5 * open * mouthWidth;
  return landmarks;
}

const laughing = mouth(0.3, 0.25);

interface Case {
  readonly source?: Landmarks;
  readonly target?: Landmarks;
  /** Cells by which the new face lies further right. */
  readonly moved?: number;
  /** By something that is not skin. */
  readonly hidden?: boolean;
  /** Of the light on the line over that of the skin, and its width in cells. */
  readonly line?: number;
  readonly width?: number;
  readonly change?: (grid: ReturnType<typeof plainGrid>['grid']) => void;
}

/** Of red, green and blue by column, after over before: the target has a dark line of two cells. */
function colourChanges({
  source = calm,
  target = laughing,
  moved = 0,
  hidden = false,
  line = 0.6,
  width = 2,
  change = () => {},
}: Case) {
  const skin = [180, 140, 120];
  const { grid, mask } = plainGrid(
    () => skin,
    (at) => skin.map((value) => (columnOf(at) < foldAt && columnOf(at) >= foldAt - width ? line * value : value)),
  );
  const tone = relight(grid, mask, fitColour(grid, mask), new Workspace());
  grid.laughLines.fill(1);
  if (hidden) mask.skin.fill(0);
  change(grid);
  const before = tone.base.slice();
  const destination = target.map((value, i) => (i % 3 === 0 ? value + moved * cell : value));
  const canvas = { region: { x: 30, y: 50, width: 20 * cell, height: 20 * cell }, cell, columns: 20, rows: 20 };
  keepFolds(grid, mask, tone, canvas, { target, destination, fromTarget: new Uint8Array() }, source);
  const ratio = (column: number, k: number) =>
    tone.base[3 * (cells / 2 + column) + k] / before[3 * (cells / 2 + column) + k];
  return Array.from({ length: 20 }, (_, column) => [0, 1, 2].map((k) => ratio(column, k)));
}

const changes = (one: Case): number[] => colourChanges(one).map(([, green]) => green);

const deepest = (light: number[]) => light.indexOf(Math.min(...light));
const unchanged = Array.from({ length: 20 }, () => 1);

test('a laugh keeps the fold of its cheek, and only that', () => {
  const light = changes({});
  expect(Math.min(...light)).toBeLessThan(0.9);
  expect(Math.min(...light)).toBeGreaterThan(0.84);
  expect(Math.abs(deepest(light) - foldAt + 0.5)).toBeLessThan(1);
  for (const column of [0, 1, 16, 19]) expect(light[column]).toBeCloseTo(1, 2);
});

test('the fold moves along with the face', () => {
  expect(deepest(changes({ moved: 5 })) - deepest(changes({}))).toBe(5);
});

test('a fold is red rather than grey', () => {
  const [red, , blue] = colourChanges({})[deepest(changes({}))];
  expect(red).toBeGreaterThan(blue + 0.02);
});

test('light beside a fold is kept as well, without its hue', () => {
  const [red, green, blue] = colourChanges({ line: 1.3 })[foldAt - 1];
  expect(green).toBeGreaterThan(1.04);
  for (const other of [red, blue]) expect(other).toBeCloseTo(green, 5);
});

test('moles are smaller than folds, and black strands are darker', () => {
  expect(1 - Math.min(...changes({ width: 1 }))).toBeLessThan(0.6 * (1 - Math.min(...changes({}))));
  expect(Math.min(...changes({ line: 0.05 }))).toBeGreaterThan(Math.exp(-1.2 * 0.35));
});

test('a face is calm however far it turns', () => {
  for (const degrees of [-30, 30]) expect(changes({ target: turnedLandmarks(calm, degrees) })).toEqual(unchanged);
});

test.each<[string, Case]>([
  ['a source that laughs as much has folds of its own', { source: laughing }],
  ['closed lips show none', { target: mouth(0.3, 0) }],
  ['a calm mouth shows none', { target: calm }],
  ['lips and lids are no folds', { change: ({ anyPigmented }) => anyPigmented.fill(1) }],
  ['a beard of the source covers them', { change: ({ beard }) => beard.fill(1) }],
  ['elsewhere nothing is kept', { change: ({ laughLines }) => laughLines.fill(0) }],
])('%s', (_name, one) => {
  expect(changes(one)).toEqual(unchanged);
});

test('what hides the target’s cheek leaves no fold', () => {
  expect(changes({ hidden: true })).toEqual(unchanged);
});
