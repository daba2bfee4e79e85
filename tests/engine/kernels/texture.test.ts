import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, withScratch, copyIn, doublesAt, floatsAt, kernels } from '#engine/kernels/memory';
import { seededRandom } from '#tests/support/seeded-random';
import { throughBytes, throughShorts } from './memory';

const side = fc.integer({ min: 1, max: 40 });
const picture = fc.record({ width: side, height: side, seed: fc.integer() }).map(({ width, height, seed }) => ({
  width,
  height,
  rgb: bytes(3 * width * height, seed),
  // As alpha is.
  shares: bytes(width * height, ~seed).map((value) => (value < 100 ? 0 : value > 180 ? 255 : value)),
}));

function bytes(length: number, seed: number): Uint8Array {
  const next = seededRandom(seed);
  return Uint8Array.from({ length }, () => 256 * next());
}

const check = (property: (given: { width: number; height: number; rgb: Uint8Array; shares: Uint8Array }) => void) =>
  fc.assert(
    fc.property(picture, (given) => withScratch(() => property(given))),
    { numRuns: 60 },
  );

test('luma is red + 2·green + blue', () =>
  check(({ width, height, rgb }) => {
    const count = width * height;
    const lights = throughShorts(new Int16Array(count), (address) => kernels().luma(copyIn(rgb), count, address));
    expect([...lights]).toEqual(
      Array.from({ length: count }, (_, i) => rgb[3 * i] + 2 * rgb[3 * i + 1] + rgb[3 * i + 2]),
    );
  }));

const clamp = (value: number, last: number) => Math.max(0, Math.min(last, value));

test('soften blends each pixel with its blurred value by alpha, or away from it', () =>
  check(({ width, height, rgb, shares }) => {
    const at = (x: number, y: number, k: number) => rgb[3 * (clamp(y, height - 1) * width + clamp(x, width - 1)) + k];
    for (const [step, amount] of [
      [1, 1],
      [2, 0.6],
      [4, 1],
      [8, 1],
      [1, -0.45],
    ] as const) {
      const soft = throughBytes(rgb, (address) => {
        const sums = allocate(2 * (2 * step + 1) * (3 * width + 16));
        const padded = allocate(3 * width + 6 * step + 16);
        kernels().soften(address, copyIn(shares), width, height, step, Math.round(32767 * amount), sums, padded);
      });
      let worst = 0;
      for (let i = 0; i < rgb.length; i++) {
        const [k, x, y] = [i % 3, Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
        const row = (j: number) => (at(x - step, j, k) + 2 * at(x, j, k) + at(x + step, j, k)) / 4;
        const blurred = (row(y - step) + 2 * row(y) + row(y + step)) / 4;
        const wanted = rgb[i] + amount * (shares[Math.floor(i / 3)] / 255) * (blurred - rgb[i]);
        worst = Math.max(worst, Math.abs(soft[i] - clamp(wanted, 255)));
      }
      expect(worst).toBeLessThan(0.7);
    }
  }));

/** Edges 1, features 2, noise 4. */
const usesOf = (cells: number) => bytes(cells, cells).map((value) => value & 7);

test('edge energy sums near and wide Laplacians of every included sample', () =>
  check(({ width, height, rgb }) => {
    for (const [cell, span] of [
      [1, 1],
      [3, 2],
      [6, 1],
    ] as const) {
      const step = Math.max(1, cell >> 1);
      const reach = 3 * span;
      const columns = Math.ceil(width / cell);
      const uses = usesOf(columns * Math.ceil(height / cell));
      const light = (x: number, y: number) =>
        rgb[3 * (y * width + x)] + 2 * rgb[3 * (y * width + x) + 1] + rgb[3 * (y * width + x) + 2];
      const laplacian = (x: number, y: number, d: number) =>
        4 * light(x, y) - light(x - d, y) - light(x + d, y) - light(x, y - d) - light(x, y + d);
      const wanted = [0, 0, 0, 0, 0];
      for (let y = 0; y < height - reach; y += step) {
        for (let x = 0; x < width - reach; x += step) {
          const use = uses[Math.floor(y / cell) * columns + Math.floor(x / cell)];
          if (x < reach || y < reach || (use & 1) === 0) continue;
          const near = laplacian(x, y, span) ** 2;
          const seen = (use & 2) === 0 ? [0, 0, 0] : [near, laplacian(x, y, reach) ** 2, 1];
          [near, 1, ...seen].forEach((value, i) => (wanted[i] += value));
        }
      }
      const lights = allocate(2 * width * height);
      kernels().luma(copyIn(rgb), width * height, lights);
      const sums = allocate(8 * 5);
      const masks = allocate(4 * (width + 16));
      kernels().edgeEnergy(lights, width, height, cell, step, copyIn(uses), columns, span, sums, masks);
      expect([...doublesAt(sums, 5)]).toEqual(wanted);
    }
  }));

test('noise energy is the mean square of Immerkær’s operator in each included cell', () =>
  check(({ width, height, rgb }) => {
    const [cell, step] = [4, 2];
    const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
    const uses = usesOf(columns * rows);
    const light = (x: number, y: number) =>
      rgb[3 * (y * width + x)] + 2 * rgb[3 * (y * width + x) + 1] + rgb[3 * (y * width + x) + 2];
    const wanted: number[] = [];
    for (let i = 0; i < uses.length; i++) {
      if ((uses[i] & 4) === 0) continue;
      const squares: number[] = [];
      for (let y = Math.floor(i / columns) * cell; y < (Math.floor(i / columns) + 1) * cell; y += step) {
        for (let x = (i % columns) * cell; x < ((i % columns) + 1) * cell; x += step) {
          if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
          let value = 0;
          for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) value += (dx === 0 ? -2 : 1) * (dy === 0 ? -2 : 1) * light(x + dx, y + dy);
          }
          squares.push(value ** 2);
        }
      }
      if (squares.length > 0) wanted.push(Math.fround(squares.reduce((a, b) => a + b) / squares.length));
    }
    const lights = allocate(2 * width * height);
    kernels().luma(copyIn(rgb), width * height, lights);
    const means = allocate(4 * uses.length);
    const found = kernels().noiseEnergy(lights, width, height, cell, step, copyIn(uses), columns, rows, means);
    expect([...floatsAt(means, found)]).toEqual(wanted);
  }));

/** Standardised sum of hashed bytes. */
function* noiseOf(seed: number): Generator<number> {
  for (let random = seed; ;) {
    random = (Math.imul(random, 1664525) + 1013904223) | 0;
    const mixed = Math.imul(random ^ (random >>> 16), 0x45d9f3b);
    const stirred = mixed ^ (mixed >>> 16);
    yield ((stirred & 255) + ((stirred >>> 8) & 255) + ((stirred >>> 16) & 255) + (stirred >>> 24) - 510) / 147.8;
  }
}

test('grain adds one grey value a pixel, scaled by alpha, deterministic for a seed', () =>
  check(({ width, height, rgb, shares }) => {
    const [deviation, seed] = [9, width * 7919 - height];
    const grainy = throughBytes(rgb, (address) =>
      kernels().grain(address, copyIn(shares), width, height, deviation, seed),
    );
    const noise = noiseOf(seed);
    let worst = 0;
    for (let i = 0; i < shares.length; i++) {
      const grey = (deviation * (noise.next().value as number) * shares[i]) / 255;
      for (let k = 3 * i; k < 3 * i + 3; k++) {
        worst = Math.max(worst, Math.abs(grainy[k] - clamp(rgb[k] + grey, 255)));
      }
    }
    expect(worst).toBeLessThan(0.51);
  }));

function highPassed(light: (x: number, y: number) => number, width: number, height: number, radius: number) {
  const side = 2 * radius + 1;
  return Float64Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) sum += light(clamp(x + dx, width - 1), clamp(y + dy, height - 1));
    }
    return (light(x, y) - sum / (side * side)) / 4;
  });
}

function checkHighPass({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }): void {
  for (const [radius, cell] of [
    [1, 3],
    [4, 6],
    [15, 1],
  ] as const) {
    const light = (x: number, y: number) =>
      rgb[3 * (y * width + x)] + 2 * rgb[3 * (y * width + x) + 1] + rgb[3 * (y * width + x) + 2];
    const wanted = highPassed(light, width, height, radius);
    const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
    const [sums, counts] = [new Float64Array(columns * rows), new Float64Array(columns * rows)];
    wanted.forEach((value, i) => {
      const at = Math.floor(Math.floor(i / width) / cell) * columns + Math.floor((i % width) / cell);
      sums[at] += value ** 2;
      counts[at]++;
    });
    const lights = allocate(2 * width * height);
    kernels().luma(copyIn(rgb), width * height, lights);
    const [texture, energies] = [allocate(4 * width * height), allocate(4 * columns * rows)];
    const scratch = allocate(12 * width + 4 * radius + 128);
    kernels().highPass(lights, width, height, radius, cell, columns, texture, energies, scratch);
    floatsAt(texture, wanted.length).forEach((value, i) => expect(Math.abs(value - wanted[i])).toBeLessThan(0.01));
    floatsAt(energies, sums.length).forEach((value, i) => {
      const mean = sums[i] / counts[i];
      expect(Math.abs(value - mean)).toBeLessThan(0.001 * mean + 0.01);
    });
  }
}

test('high pass subtracts the mean of a square around each pixel, and sums up squares of the rest', () =>
  check(checkHighPass));

test('high pass holds the sums of white pictures', () => {
  const [width, height] = [40, 36];
  const white = new Uint8Array(3 * width * height).fill(255);
  const half = white.map((value, i) => (Math.floor(i / 3) % width < 20 ? value : 0));
  for (const rgb of [white, half]) withScratch(() => checkHighPass({ width, height, rgb }));
});

test('alpha fades by the enlarged shares of cells', () =>
  check(({ width, height, shares: alpha }) => {
    const cell = 5;
    const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
    const share = 0.6;
    const rest = throughBytes(new Uint8Array(width * height), (address) => {
      const cells = copyIn(new Float32Array(columns * rows).fill(share));
      const line = allocate(8 * (width + 16));
      kernels().fadeAlpha(copyIn(alpha), width, height, cells, columns, rows, cell, line, address);
    });
    rest.forEach((value, i) => expect(Math.abs(value - (1 - share) * alpha[i])).toBeLessThan(0.51));
  }));

test('texture is added to all channels, bounded, by alpha and the enlarged shares of cells', () =>
  check(({ width, height, rgb, shares: alpha }) => {
    const [cell, most] = [5, 20];
    const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
    const texture = Float32Array.from(bytes(width * height, 3), (value) => value / 3 - 40);
    const shares = Float32Array.from(bytes(columns * rows, 11), (value) => value / 255);
    const after = throughBytes(rgb, (address) => {
      const line = allocate(8 * (width + 16));
      const [opacity, values, cells] = [copyIn(alpha), copyIn(texture), copyIn(shares)];
      kernels().addTexture(address, opacity, width, height, values, most, cells, columns, rows, cell, line);
    });
    let worst = 0;
    for (let i = 0; i < alpha.length; i++) {
      const column = clamp(((i % width) + 0.5) / cell - 0.5, columns - 1);
      const row = clamp((Math.floor(i / width) + 0.5) / cell - 0.5, rows - 1);
      const [c, r] = [Math.floor(column), Math.floor(row)];
      const across = (at: number) =>
        shares[at + c] + (column - c) * (shares[at + Math.min(c + 1, columns - 1)] - shares[at + c]);
      const upper = across(r * columns);
      const share = upper + (row - r) * (across(Math.min(r + 1, rows - 1) * columns) - upper);
      const change = (Math.max(-most, Math.min(most, texture[i])) * share * alpha[i]) / 255;
      for (let k = 3 * i; k < 3 * i + 3; k++) worst = Math.max(worst, Math.abs(after[k] - clamp(rgb[k] + change, 255)));
    }
    expect(worst).toBeLessThan(0.51);
  }));

test('gradient products are sums over cells, and the border has no gradient', () =>
  check(({ width, height, rgb }) => {
    const plane = Float32Array.from(rgb.subarray(0, width * height), (value) => value - 128);
    const at = (x: number, y: number) => plane[y * width + x];
    for (const cell of [1, 3, 6]) {
      const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
      const cells = columns * rows;
      const wanted = new Float64Array(3 * cells);
      for (let y = 1; y < height - 1; y++)
        for (let x = 1; x < width - 1; x++) {
          const [across, down] = [at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)];
          const i = Math.floor(y / cell) * columns + Math.floor(x / cell);
          [across ** 2, down ** 2, across * down].forEach((product, n) => (wanted[n * cells + i] += product));
        }
      const tensors = allocate(12 * cells);
      const scratch = allocate(12 * width + 96);
      kernels().gradientProducts(copyIn(plane), width, height, cell, columns, rows, tensors, scratch);
      expect([...floatsAt(tensors, 3 * cells)]).toEqual([...wanted]);
    }
  }));
