import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid, rowOf } from '#tests/support/plain-grid';
import { Workspace } from '#engine/swap/ops/workspace';
import { fitColour } from './colour';
import { keepOneMoustache } from './one-moustache';
import { relight } from './relight';

const skin = [200, 150, 130];
const [black, brown] = [
  [20, 16, 14],
  [90, 60, 45],
];
/** The target's hair stays in rows 10 and 11 of the middle; the source's grows from row 5 down. */
const isKept = (cell: number) => Math.abs(columnOf(cell) - 10) <= 4 && (rowOf(cell) === 10 || rowOf(cell) === 11);

interface Face {
  moustache?: number;
  targetHair?: number[];
  sourceHair?: number[] | undefined;
  /** From this row on. */
  chin?: number;
  /** Up to this row. */
  lips?: number;
  isUpsideDown?: boolean;
}

/** Share of the detail that stays at a cell. */
function detailLeft({
  moustache = 1,
  targetHair = brown,
  sourceHair = black,
  chin = 20,
  lips = -1,
  isUpsideDown = false,
}: Face = {}) {
  const { grid, mask } = plainGrid(
    () => skin,
    (cell) => (isKept(cell) ? targetHair : skin),
  );
  for (let cell = 0; cell < cells; cell++) {
    grid.beard[cell] = rowOf(cell) >= 5 ? 1 : 0;
    grid.chin[cell] = rowOf(cell) >= chin ? 1 : 0;
    grid.pigmented[cell] = rowOf(cell) <= lips ? 1 : 0;
    if (isKept(cell)) mask.alpha[cell] = 0;
  }
  const landmarks = new Float32Array(3 * 478);
  const place = (vertex: number, x: number, y: number) => landmarks.set([x, y], 3 * vertex);
  place(61, 6, 13);
  place(291, 14, 13);
  place(2, 10, isUpsideDown ? 18 : 8);
  const face = { ...grid, hair: { colour: sourceHair as [number, number, number], share: grid.beard.slice() } };
  const tone = relight(face, mask, fitColour(face, mask), new Workspace());
  const before = tone.gain.slice();
  keepOneMoustache(face, mask, tone, landmarks, moustache);
  return (column: number, row: number) => tone.gain[3 * (20 * row + column)] / before[3 * (20 * row + column)];
}

test('no darker hair of the source stays above a moustache of the target', () => {
  const left = detailLeft();
  expect(left(10, 9)).toBeLessThan(0.3);
  expect(left(10, 5)).toBe(1); // far away
});

test('what continues it at its sides, grows on the chin or hangs over lips stays', () => {
  expect(detailLeft()(18, 10)).toBe(1);
  expect(detailLeft({ chin: 9 })(10, 9)).toBe(1);
  expect(detailLeft({ lips: 9 })(10, 9)).toBe(1);
});

test('as light a moustache stays, and all of it where none of the target stays', () => {
  expect(detailLeft({ targetHair: black, sourceHair: brown })(10, 9)).toBe(1);
  expect(detailLeft({ moustache: 0 })(10, 9)).toBe(1);
});

test('above is where the nose is', () => {
  const left = detailLeft({ isUpsideDown: true });
  expect(left(10, 12)).toBeLessThan(0.3);
  expect(left(10, 7)).toBe(1);
});
