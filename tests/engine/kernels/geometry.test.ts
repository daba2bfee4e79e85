import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, bytesAt, copyIn, doublesAt, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { canonicalVertices } from '#engine/mesh/canonical-mesh';
import { triangles } from '#engine/mesh/topology';
import { LANDMARK_COUNT } from '#engine/types';
import { sumAt } from './plain-relight';
import { checkCells, expectNear } from './random-cells';
import { plainUnfold } from './plain-unfold';

const positions = new Float32Array(3 * LANDMARK_COUNT);
positions.set(canonicalVertices.map((value, i) => 200 + 12 * value + (i % 3 === 1 ? 20 : 0)));

test('gradients reproduce the values of the corners', () => {
  const values = Float32Array.from({ length: 2 * LANDMARK_COUNT }, (_, i) => Math.sin(i));
  withScratch(() => {
    const gradients = copyIn(new Float64Array(3 * triangles.count).fill(7));
    const only = Uint8Array.from({ length: triangles.count }, (_, i) => i % 2);
    const [places, corners, chosen, numbers] = [
      copyIn(positions),
      copyIn(triangles.vertices),
      copyIn(only),
      copyIn(values),
    ];
    kernels().triangleGradients(places, corners, triangles.count, chosen, 50, 60, 2, numbers, 2, 1, gradients);
    const found = doublesAt(gradients, 3 * triangles.count);
    for (let triangle = 0; triangle < triangles.count; triangle++) {
      const [start, across, down] = found.subarray(3 * triangle);
      if (triangle % 2 === 0) expect([start, across, down]).toEqual([7, 7, 7]);
      else if (across !== 0)
        for (const vertex of triangles.vertices.subarray(3 * triangle, 3 * triangle + 3)) {
          const [x, y] = [(positions[3 * vertex] - 50) / 2, (positions[3 * vertex + 1] - 60) / 2];
          expect(start + across * x + down * y).toBeCloseTo(values[2 * vertex + 1], 6);
        }
    }
  });
});

test('barycentric gradients are 1 in their corner', () =>
  withScratch(() => {
    const barycentric = allocate(48 * triangles.count);
    const { count } = triangles;
    kernels().barycentricGradients(copyIn(positions), copyIn(triangles.vertices), count, 50, 60, 2, barycentric);
    const found = doublesAt(barycentric, 6 * count);
    for (let triangle = 0; triangle < count; triangle++) {
      const own = found.subarray(6 * triangle, 6 * triangle + 6);
      if (own.every((value) => value === 0)) continue;
      [0, 1, 2].forEach((corner) => {
        const vertex = triangles.vertices[3 * triangle + corner];
        const [x, y] = [(positions[3 * vertex] - 50) / 2, (positions[3 * vertex + 1] - 60) / 2];
        expect(own[0] + own[1] * x + own[2] * y).toBeCloseTo(corner === 1 ? 1 : 0, 6);
        expect(own[3] + own[4] * x + own[5] * y).toBeCloseTo(corner === 2 ? 1 : 0, 6);
      });
    }
  }));

test('squeezed triangles are unfolded as in plain JavaScript', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 60 }), (seed, size) => {
      const shift = Float32Array.from({ length: 2 * LANDMARK_COUNT }, (_, i) => size * Math.sin(seed + 7.3 * i));
      const skin = Uint8Array.from(triangles.classes, (_, i) => (i % 5 === 0 ? 0 : 1));
      const yielding = Float32Array.from({ length: LANDMARK_COUNT }, (_, i) => (i % 3) / 4);
      const wanted = plainUnfold(shift, positions, skin, yielding, { from: 0.5, to: 0.15 }, 4);
      withScratch(() => {
        const moved = copyIn(shift);
        const [places, corners, counting, soft] = [positions, triangles.vertices, skin, yielding].map(copyIn);
        const areas = allocate(4 * triangles.count);
        kernels().unfold(moved, places, corners, counting, triangles.count, soft, 0.5, 0.15, 4, areas);
        expectNear(floatsAt(moved, shift.length), (i) => wanted[i]);
      });
    }),
    { numRuns: 20 },
  ));

test('fields are interleaved for each cell', () =>
  checkCells(({ count, plane, colours }) => {
    const [alpha, shine, hue, darkHue] = [plane(), plane(), plane(), plane()];
    const [base, low, gain] = [colours(), colours(), colours()];
    const fields = allocate(64 * count);
    const [a, b, c, d, e, f, g] = [alpha, shine, hue, darkHue, base, low, gain].map(copyIn);
    kernels().packFields(a, b, c, d, e, f, g, count, fields);
    for (let i = 0; i < count; i++) {
      const own = floatsAt(fields + 64 * i, 16);
      expectNear(own.subarray(0, 4), (n) => [alpha[i], shine[i], hue[i], sumAt(low, i)][n]);
      for (const [n, rgb] of [base, low, gain].entries())
        expect([...own.subarray(4 + 4 * n, 7 + 4 * n)]).toEqual([...rgb.subarray(3 * i, 3 * i + 3)]);
      expect(own[11]).toBe(darkHue[i]);
    }
  }));

test('openings are found, marked and softened at their edge', () =>
  checkCells(({ count, plane }) => {
    const random = plane(4);
    const ids = Int16Array.from(random, (value) => Math.round(value) - 1);
    const open = Uint8Array.of(0, 1, 0, 1);
    const isOpen = (i: number) => ids[i] >= 0 && open[ids[i]] === 1;
    const [numbers, triangleBytes] = [copyIn(ids), copyIn(open)];
    const [marks, shares, soft] = [allocate(4 * count), allocate(count), plane()];
    const all = [...ids.keys()].filter(isOpen);
    expect(kernels().findOpen(numbers, triangleBytes, 0, 1, count)).toBe(all[0] ?? count);
    expect(kernels().findOpen(numbers, triangleBytes, count - 1, -1, -1)).toBe(all[all.length - 1] ?? -1);
    kernels().markOpen(numbers, triangleBytes, count, marks);
    expectNear(floatsAt(marks, count), (i) => (isOpen(i) ? 1 : 0));
    kernels().edgeShares(copyIn(soft), count, shares);
    bytesAt(shares, count).forEach((share, i) =>
      expect(Math.abs(share - Math.min(255, 1020 * soft[i] * (1 - soft[i])))).toBeLessThan(1.01),
    );
  }));

test('inner opacity is steeper, bytes are scaled, and hues are summed where covered', () =>
  checkCells(({ count, plane, colours }) => {
    const alpha = Uint8Array.from(plane(255));
    const inner = allocate(count);
    kernels().innerAlpha(copyIn(alpha), count, 200, inner);
    bytesAt(inner, count).forEach((value, i) =>
      expect(Math.abs(value - (255 / 55) * Math.max(0, alpha[i] - 200))).toBeLessThan(1.01),
    );
    const floats = allocate(4 * count);
    kernels().bytesToFloats(copyIn(alpha), count, 6, floats);
    expect([...floatsAt(floats, count)]).toEqual([...alpha].map((value) => Math.min(255, 6 * value)));
    const soft = plane(200);
    const bytes = allocate(count);
    kernels().floatsToBytes(copyIn(soft), count, 2, bytes);
    expect([...bytesAt(bytes, count)]).toEqual([...soft].map((value) => Math.floor(Math.min(255, 2 * value))));
    const [rgb, covered, feather, sums] = [colours(), plane(), plane(), allocate(40)];
    kernels().hueSpread(copyIn(rgb), copyIn(covered), copyIn(feather), count, sums);
    const counting = [...covered.keys()].filter((i) => covered[i] > 0 && feather[i] >= 0.5);
    const warm = (i: number) => (rgb[3 * i] - rgb[3 * i + 2]) / (sumAt(rgb, i) + 30);
    const green = (i: number) => (3 * rgb[3 * i + 1] - sumAt(rgb, i)) / (sumAt(rgb, i) + 30);
    const parts = [() => 1, warm, (i: number) => warm(i) ** 2, green, (i: number) => green(i) ** 2];
    expectNear(doublesAt(sums, 5), (n) => counting.reduce((sum, i) => sum + parts[n](i), 0));
  }));
