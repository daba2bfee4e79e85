import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, withScratch, bytesAt, copyIn, kernels } from '#engine/kernels/memory';
import { bilinearRgb } from '#engine/swap/ops/bilinear';
import { seededRandom } from '#tests/support/seeded-random';
import { hueShare, toneColour } from './plain-tone';

const scene = fc.record({
  width: fc.integer({ min: 8, max: 40 }),
  height: fc.integer({ min: 8, max: 24 }),
  cell: fc.integer({ min: 1, max: 4 }),
  size: fc.constantFrom(8, 32),
  seed: fc.integer(),
  // Above 1 triangles are compressed.
  across: fc.constantFrom(1, 1, 6),
  down: fc.constantFrom(1, 1, 6),
});

type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;

const stride = 16;
const nothing = 0.004;
/** Texels a pixel; see `footprint` in the kernel. */
const [compressed, sampleStep, mostSamples] = [2.5, 1.5, 8];

/** In the kernel's layout. */
function draw({ width, height, cell, size, seed, across, down }: Scene) {
  const next = seededRandom(seed);
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const list = (length: number, value: () => number) => Array.from({ length }, value);
  const bytes = (length: number) => Uint8Array.from(list(length, () => 256 * next()));
  const fields = Float32Array.from({ length: stride * columns * rows }, (_, i) => {
    const field = i % stride;
    if (field === 0) return next() < 0.3 ? 0 : next() < 0.5 ? 1 : next(); // alpha
    if (field < 3) return 0.2 + next(); // shine, hue
    if (field === 11) return next(); // least hue in the dark
    return field < 12 ? 20 + 230 * next() : 0.3 + next(); // low and base, gain
  });
  for (let i = 0; i < fields.length; i += stride) fields[i + 3] = fields[i + 8] + fields[i + 9] + fields[i + 10];
  const gradients = (reach: number, steepness: number) =>
    Float64Array.from(list(9, next), (v, i) => (i % 3 === 0 ? reach * v : steepness * (1.4 * v - 0.5)));
  return {
    ...{ columns, rows, cell, width, height, size, fields },
    original: bytes(3 * width * height),
    ids: Int16Array.from(list(width * height, () => (next() < 0.85 ? 1 : 3 * next() - 1))),
    across: gradients(size, across),
    down: gradients(size, down),
    fromTarget: Uint8Array.of(1, 0, 0),
    atlas: bytes(3 * size * size),
  };
}

type Drawn = ReturnType<typeof draw>;

function paintedByKernel(drawn: Drawn): { painted: Uint8Array; shares: Uint8Array } {
  const { width, height, size, columns, rows, cell } = drawn;
  return withScratch(() => {
    const painted = copyIn(drawn.original);
    const shares = allocate(width * height);
    const [original, ids, across, down, fromTarget, atlas, fields] = [
      ...[drawn.original, drawn.ids, drawn.across, drawn.down, drawn.fromTarget, drawn.atlas, drawn.fields],
    ].map(copyIn);
    const line = allocate(2 * 4 * stride * columns);
    const pixels = [original, painted, shares, ids, width, height] as const;
    kernels().paint(...pixels, across, down, fromTarget, atlas, size, fields, columns, rows, cell, line);
    return { painted: bytesAt(painted, 3 * width * height).slice(), shares: bytesAt(shares, width * height).slice() };
  });
}

/** Bilinear on the grid, borders replicated. */
function fieldsAt({ fields, columns, rows, cell }: Drawn, x: number, y: number): number[] {
  const clamp = (value: number, last: number) => Math.max(0, Math.min(last, value));
  const [gridX, gridY] = [clamp((x + 0.5) / cell - 0.5, columns - 1), clamp((y + 0.5) / cell - 0.5, rows - 1)];
  const [left, top] = [Math.min(columns - 2, Math.floor(gridX)), Math.min(rows - 2, Math.floor(gridY))];
  const [fx, fy] = [gridX - left, gridY - top];
  const at = (column: number, row: number, field: number) => fields[stride * (row * columns + column) + field];
  return Array.from({ length: stride }, (_, k) => {
    const upper = at(left, top, k) * (1 - fx) + at(left + 1, top, k) * fx;
    const lower = at(left, top + 1, k) * (1 - fx) + at(left + 1, top + 1, k) * fx;
    return upper * (1 - fy) + lower * fy;
  });
}

interface Painted {
  readonly colour: number[];
  readonly share: number;
  /** Rounding decides where shine starts. */
  readonly nearJump: boolean;
}

function paintedPlainly(drawn: Drawn, x: number, y: number): Painted {
  const { width, height, original, ids, across, down, fromTarget } = drawn;
  const pixel = y * width + x;
  const id = ids[pixel];
  const old = [...original.subarray(3 * pixel, 3 * pixel + 3)];
  const fields = fieldsAt(drawn, x, y);
  const [share, shine, hue] = fields;
  if (id < 0 || share < nothing) return { colour: old, share: 0, nearJump: false };
  const read = (g: Float64Array) => g[3 * id] + g[3 * id + 1] * (x + 0.5) + g[3 * id + 2] * (y + 0.5) - 0.5;
  const sample = new Float32Array(3);
  if (fromTarget[id] === 1) bilinearRgb(original, width, height, read(across), read(down), sample, 0);
  else sampleAtlas(drawn, id, read(across), read(down), sample);
  const [base, low, gain] = [4, 8, 12].map((from) => fields.slice(from, from + 3));
  const grey = (sample[0] + sample[1] + sample[2]) / (low[0] + low[1] + low[2] + 1e-3) - 1;
  const factors = [...gain].map((factor) => factor * (grey > 0 ? shine : 1));
  const fresh = toneColour([...sample], { base, low, gain: factors, hue: hueShare(grey, hue, fields[11]) }, grey);
  const moved = fromTarget[id] === 1;
  const colour = old.map((value, k) => value + share * ((moved ? sample[k] : fresh[k]) - value));
  return {
    colour: colour.map((value) => Math.max(0, Math.min(255, value))),
    share: moved ? 0 : share,
    nearJump: !moved && Math.abs(grey) < 0.01,
  };
}

/** Mean along the longer axis of the pixel's footprint. */
function sampleAtlas({ across, down, atlas, size }: Drawn, id: number, x: number, y: number, mean: Float32Array) {
  const [a, b, c, d] = [across[3 * id + 1], across[3 * id + 2], down[3 * id + 1], down[3 * id + 2]];
  const angle = 0.5 * Math.atan2(2 * (a * c + b * d), a * a + b * b - c * c - d * d);
  const length = Math.hypot(Math.cos(angle) * a + Math.sin(angle) * c, Math.cos(angle) * b + Math.sin(angle) * d);
  const extent = length < compressed ? 0 : Math.min(length, sampleStep * mostSamples);
  const count = Math.max(1, Math.ceil(extent / sampleStep - 1e-6));
  const last = (value: number) => Math.max(0, Math.min(size - 1.001, value));
  const sample = new Float32Array(3);
  for (let n = 0; n < count; n++) {
    const share = extent * ((n + 0.5) / count - 0.5);
    const [column, row] = [last(last(x) + share * Math.cos(angle)), last(last(y) + share * Math.sin(angle))];
    bilinearRgb(atlas, size, size, column, row, sample, 0);
    for (let k = 0; k < 3; k++) mean[k] += sample[k] / count;
  }
}

test('paints every pixel as the reference tone and bilinear sampling give', () => {
  fc.assert(
    fc.property(scene, (given) => {
      const drawn = draw(given);
      const { painted, shares } = paintedByKernel(drawn);
      let [worstShare, worstColour] = [0, 0];
      for (let i = 0; i < shares.length; i++) {
        const { colour, share, nearJump } = paintedPlainly(drawn, i % drawn.width, Math.floor(i / drawn.width));
        worstShare = Math.max(worstShare, Math.abs(shares[i] - 255 * share));
        if (nearJump) continue;
        worstColour = Math.max(worstColour, ...colour.map((value, k) => Math.abs(painted[3 * i + k] - value)));
      }
      expect(worstShare).toBeLessThan(1.1);
      // The kernel stops 0.001 before the last sample; neighbours may differ by 255.
      expect(worstColour).toBeLessThan(1.3);
    }),
    { numRuns: 60 },
  );
});
