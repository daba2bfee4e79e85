import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, copyIn, floatsAt, kernels, withScratch, wordsAt } from '#engine/kernels/memory';
import { valueAt } from '#engine/swap/geometry/gradients';
import { bilinear, bilinearRgb } from '#engine/swap/ops/bilinear';
import { seededRandom } from '#tests/support/seeded-random';

const uncovered = -1;
/** Triangles of the test. */
const count = 3;

interface Scene {
  readonly columns: number;
  readonly rows: number;
  readonly ids: Int16Array;
  readonly across: Float64Array;
  readonly down: Float64Array;
  /** Deterministic, 0–1. */
  random(): number;
}

/** Random triangles in cells or pixels, with their gradients. @param steepness texels a cell */
function checkScenes(steepness: number, check: (scene: Scene) => void): void {
  const sizes = fc.record({
    columns: fc.integer({ min: 2, max: 9 }),
    rows: fc.integer({ min: 2, max: 9 }),
    seed: fc.integer(),
  });
  const property = fc.property(sizes, ({ columns, rows, seed }) => {
    const random = seededRandom(seed);
    const gradients = () => Float64Array.from({ length: 3 * count }, () => steepness * (random() - 0.3));
    const ids = Int16Array.from({ length: columns * rows }, () => Math.floor(random() * (count + 1)) - 1);
    withScratch(() => check({ columns, rows, ids, across: gradients(), down: gradients(), random }));
  });
  fc.assert(property, { numRuns: 50 });
}

test('a source is read from its atlas, or from the target where that is moved', () =>
  checkScenes(3, ({ columns, rows, ids, across, down, random }) => {
    const size = 5;
    const atlas = Uint8Array.from({ length: 3 * size * size }, () => 255 * random());
    const target = Float32Array.from({ length: 3 * columns * rows }, () => 255 * random());
    const known = Float32Array.from({ length: 16 }, random);
    const moved = Uint8Array.of(0, 1, 0);
    const [numbers, x, y, isMoved] = [ids, across, down, moved].map(copyIn);
    const [colours, shares] = [allocate(12 * ids.length), allocate(4 * ids.length)];
    kernels().readColours(numbers, columns, rows, x, y, isMoved, copyIn(atlas), size, copyIn(target), colours);
    kernels().readPlane(numbers, columns, rows, x, y, isMoved, size, copyIn(known), 4, 7, shares);
    const rgb = new Float32Array(3);
    ids.forEach((id, i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      const isSource = id !== uncovered && moved[id] === 0;
      const place = id === uncovered ? [] : [across, down].map((of) => valueAt(of, id, column, row) - 0.5);
      if (id === uncovered) rgb.fill(0);
      else if (isSource) bilinearRgb(atlas, size, size, place[0], place[1], rgb, 0);
      else bilinearRgb(target, columns, rows, place[0], place[1], rgb, 0);
      expect([...floatsAt(colours + 12 * i, 3)]).toEqual([...rgb]);
      const [atX, atY] = place.map((value) => (4 / size) * (value + 0.5) - 0.5);
      expect(floatsAt(shares, ids.length)[i]).toBe(isSource ? Math.fround(bilinear(known, 4, 4, atX, atY)) : 7);
    });
  }));

test('seams are marked where neighbours read places that do not touch', () =>
  checkScenes(4, ({ columns, rows, ids, across, down }) => {
    const skin = Uint8Array.of(1, 1, 0);
    const jump = 3;
    const marks = allocate(4 * ids.length);
    floatsAt(marks, ids.length).fill(0);
    const [numbers, isSkin, x, y] = [ids, skin, across, down].map(copyIn);
    const found = kernels().markSeams(numbers, columns, 0, 0, columns - 1, rows - 1, isSkin, x, y, jump, marks);
    const wanted = new Float32Array(ids.length);
    const slope = (of: Float64Array, id: number) => Math.hypot(of[3 * id + 1], of[3 * id + 2]);
    let pairs = 0;
    for (let row = 0; row < rows - 1; row++) {
      for (let column = 0; column < columns - 1; column++) {
        const i = row * columns + column;
        for (const next of [i + 1, i + columns]) {
          const [a, b] = [ids[i], ids[next]];
          if (a === b || a === uncovered || b === uncovered || skin[a] === 0 || skin[b] === 0) continue;
          const apart = (of: Float64Array) =>
            Math.abs(valueAt(of, a, column, row) - valueAt(of, b, column, row)) >
            jump + Math.max(slope(of, a), slope(of, b));
          if (!apart(across) && !apart(down)) continue;
          wanted[i] = wanted[next] = 1;
          pairs++;
        }
      }
    }
    expect([...floatsAt(marks, ids.length)]).toEqual([...wanted]);
    expect(found).toBe(pairs);
  }));

test('values are counted by channel, of the new face only where it is opaque', () =>
  checkScenes(1, ({ columns: width, rows: height, ids, random }) => {
    const bytes = (length: number) => Uint8Array.from({ length }, () => 256 * random());
    const [original, painted, alpha] = [bytes(3 * ids.length), bytes(3 * ids.length), bytes(ids.length)];
    const [before, after] = [copyIn(new Uint32Array(768)), copyIn(new Uint32Array(768))];
    const [numbers, old, fresh, opacity] = [ids, original, painted, alpha].map(copyIn);
    kernels().countValues(numbers, old, fresh, opacity, width, height, 2, 128, before, after);
    const [wantedBefore, wantedAfter] = [new Uint32Array(768), new Uint32Array(768)];
    for (const [i, id] of ids.entries()) {
      if (id === uncovered || (i % width) % 2 === 1 || Math.floor(i / width) % 2 === 1) continue;
      for (let k = 0; k < 3; k++) {
        wantedBefore[256 * k + original[3 * i + k]]++;
        if (alpha[i] >= 128) wantedAfter[256 * k + painted[3 * i + k]]++;
      }
    }
    expect([...wordsAt(before, 768)]).toEqual([...wantedBefore]);
    expect([...wordsAt(after, 768)]).toEqual([...wantedAfter]);
  }));
