import { expect, test } from 'vitest';
import { faceView, sampleSource } from '#tests/support/face-views';
import { cells, columnOf, plainGrid, rowOf } from '#tests/support/plain-grid';
import { eyeDistance } from '#engine/mesh/pose';
import { swapFace } from '#engine/swap/mesh-swapper';
import { coverBeyondOutline } from './beyond-outline';

type Grid = ReturnType<typeof plainGrid>['grid'];
const skin = () => [150, 110, 90];

/** The face lies in columns 4 to 15, its sides are all of it, and hair covers what `isHair` says. */
function coverOf(isHair: (column: number, row: number) => boolean | number, change: (grid: Grid) => void = () => {}) {
  const { grid } = plainGrid(skin, skin);
  const bare = new Float32Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    grid.covered[cell] = columnOf(cell) >= 4 && columnOf(cell) <= 15 ? 1 : 0;
    bare[cell] = 1 - Number(isHair(columnOf(cell), rowOf(cell)));
  }
  grid.hairSides.fill(1);
  change(grid);
  const cover = new Float32Array(cells);
  coverBeyondOutline(grid, bare, cover);
  return (column: number, row = 10) => cover[20 * row + column];
}

test('hair that continues from beside the face covers it as far as it goes', () => {
  const at = coverOf((column) => column <= 6);
  expect([3, 4, 5, 6, 7, 12].map((column) => at(column))).toEqual([0, 1, 1, 1, 0, 0]);
});

test('dark places within the face, and a face beside bare skin, are no hair', () => {
  const withMole = coverOf((column) => column === 8);
  expect(withMole(8)).toBe(0);
  const besideNeck = coverOf((column) => column >= 4 && column <= 6);
  expect(besideNeck(5)).toBe(0);
});

test('hair does not continue through what is nearly skin', () => {
  expect(coverOf((column) => (column === 5 ? 0.56 : column <= 6))(6)).toBe(0);
});

test('features of the target, and the middle of the face, are covered by no hair', () => {
  const isHair = (column: number) => column <= 6;
  expect(coverOf(isHair, ({ targetPigmented }) => targetPigmented.fill(1))(5)).toBe(0);
  expect(coverOf(isHair, ({ hairSides }) => hairSides.fill(0))(5)).toBe(0);
  const beforeBrow = coverOf(isHair, ({ targetPigmented }) => {
    for (let cell = 0; cell < cells; cell++) if (columnOf(cell) === 5) targetPigmented[cell] = 1;
  });
  expect([4, 5, 6].map((column) => beforeBrow(column))).toEqual([1, 0, 0]);
});

test('make-up beside the hair, of another colour, stays part of the face', () => {
  const at = coverOf(
    (column) => column <= 6,
    ({ target }) => {
      for (let cell = 0; cell < cells; cell++) if (columnOf(cell) === 6) target.set([90, 60, 150], 3 * cell);
    },
  );
  expect([4, 5, 6].map((column) => at(column))).toEqual([1, 1, 0]);
});

test('hair is covered up to the edge of the picture', () => {
  const at = coverOf(
    () => true,
    ({ covered }) => {
      for (let cell = 0; cell < cells; cell++) covered[cell] = rowOf(cell) < 6 ? 1 : 0;
    },
  );
  expect([at(10, 5), at(10, 1), at(10, 0), at(19, 5), at(0, 0)]).toEqual([1, 1, 1, 1, 1]);
});

test('a shade on the cheek that touches the outline in one cell stays part of the face', () => {
  const at = coverOf((column, row) => (column === 4 ? row === 10 : column < 12));
  expect([at(5), at(8, 4), at(4)]).toEqual([0, 0, 0]);
});

test('what is compared is the colour beside the face, not that of the cell before', () => {
  const at = coverOf(
    (column) => column <= 9,
    ({ target }) => {
      for (let cell = 0; cell < cells; cell++) {
        const light = 20 + 20 * Math.max(0, columnOf(cell) - 3);
        target.set([light, light, light], 3 * cell);
      }
    },
  );
  expect([at(4), at(7), at(9)]).toEqual([1, 0, 0]);
});

test('a cell beside bright background is covered by the dark hair around it', () => {
  const at = coverOf(
    (column) => column <= 7,
    ({ target }) => {
      for (let cell = 0; cell < cells; cell++) {
        const isWhite = columnOf(cell) < 4 && rowOf(cell) >= 10 && rowOf(cell) <= 17;
        if (columnOf(cell) <= 7) target.fill(isWhite ? 240 : 10, 3 * cell, 3 * cell + 3);
      }
    },
  );
  expect([4, 5, 6, 7].map((column) => at(column, 14))).toEqual([1, 1, 1, 1]);
});

test('black hair over a cheek stays black without masks of the net', async () => {
  const view = await faceView('freya');
  const { image, landmarks } = view;
  const [temple, eye, mouth] = [127, 145, 61];
  const edge = Math.round(landmarks[3 * temple] + 0.05 * eyeDistance(landmarks));
  const [top, bottom] = [landmarks[3 * eye + 1], landmarks[3 * mouth + 1]].map(Math.round);
  for (let row = 0; row < image.height; row++)
    image.data.fill(6, 3 * row * image.width, 3 * (row * image.width + edge));
  swapFace(image, landmarks, await sampleSource('tomas'));
  let lightest = 0;
  for (let row = top; row < bottom; row++) {
    for (let column = edge - 12; column < edge - 4; column++)
      lightest = Math.max(lightest, image.data[3 * (row * image.width + column)]);
  }
  expect(lightest).toBeLessThan(30);
});
