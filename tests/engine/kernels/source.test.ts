import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, bytesAt, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { bilinear, bilinearRgb } from '#engine/swap/ops/bilinear';
import { clamp, mix, ramp, smoothstep } from '#engine/swap/ops/curves';
import { seededRandom } from '#tests/support/seeded-random';
import { sumAt } from './plain-relight';
import { expectNear } from './random-cells';

const size = 16;
const count = size * size;
const mirrored = (i: number) => i - (i % size) + size - 1 - (i % size);
const texelOf = (at: number) => Math.floor(at / 3);
const mirroredAt = (at: number) => 3 * mirrored(texelOf(at)) + (at % 3);

interface Texels {
  readonly plane: (most?: number) => Float32Array;
  readonly colours: (least: number, most: number) => Float32Array;
  readonly ids: Int16Array;
}

const checkTexels = (property: (given: Texels) => void) =>
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const next = seededRandom(seed);
      const plane = (most = 1) => Float32Array.from({ length: count }, () => (next() < 0.2 ? 0 : most * next()));
      const colours = (least: number, most: number) =>
        Float32Array.from({ length: 3 * count }, () => least + (most - least) * next());
      const ids = Int16Array.from({ length: count }, () => (next() < 0.2 ? -1 : 5));
      withScratch(() => property({ plane, colours, ids }));
    }),
    { numRuns: 20 },
  );

test('detail beside the face is bounded', () =>
  checkTexels(({ plane, colours }) => {
    const [detail, zone, ears, plain, logs] = [colours(0.02, 5), plane(), plane(), plane(), allocate(12 * count)];
    kernels().boundDetail(copyIn(detail), copyIn(zone), copyIn(ears), copyIn(plain), 0.25, 0.02, count, logs);
    expectNear(floatsAt(logs, 3 * count), (at) => {
      const i = texelOf(at);
      const most = mix(0.25, 0.02, ears[i]);
      const log = Math.log(detail[at]);
      return mix(log, most * Math.tanh(log / most), Math.max(zone[i], ears[i]) * plain[i]);
    });
  }));

test('mirrored halves are compared and blended', () =>
  checkTexels(({ plane, colours }) => {
    const [logs, confidence, plain] = [colours(-2, 1), plane(), plane()];
    const [offset, both, own, from] = [allocate(12 * count), allocate(4 * count), copyIn(confidence), copyIn(logs)];
    kernels().mirrorOffset(from, own, copyIn(plain), 0.5, size, offset, both);
    expectNear(floatsAt(offset, 3 * count), (at) => logs[at] - logs[mirroredAt(at)]);
    const weaker = (i: number) => Math.min(confidence[i], confidence[mirrored(i)]);
    expectNear(floatsAt(both, count), (i) => (weaker(i) > 0.5 ? plain[i] : 0));
    const shift = floatsAt(offset, 3 * count).map((value) => value / 2);
    floatsAt(offset, 3 * count).set(shift);
    kernels().blendMirrored(from, own, 0.3, 0.7, size, offset);
    expectNear(floatsAt(offset, 3 * count), (at) => {
      const i = texelOf(at);
      const [here, there] = [confidence[i] ** 4 + 1e-6, confidence[mirrored(i)] ** 4 + 1e-6];
      const share = ((1 - smoothstep(0.3, 0.7, confidence[i])) * there) / (here + there);
      return mix(logs[at], logs[mirroredAt(at)] + shift[at], share);
    });
  }));

test('texels are known from either half, and logarithms are mixed by that', () =>
  checkTexels(({ plane, colours, ids }) => {
    const [confidence, below, feature, plain] = [plane(), plane(), plane(), plane()];
    const [sure, certain, numbers] = [allocate(4 * count), allocate(4 * count), copyIn(ids)];
    const [own, under, marked] = [copyIn(confidence), copyIn(below), copyIn(feature)];
    kernels().knownTexels(numbers, own, under, marked, copyIn(plain), 0.12, 0.3, size, sure, certain);
    const known = (i: number) => {
      const best = Math.max(confidence[i], confidence[mirrored(i)]);
      return ids[i] < 0 ? 0 : smoothstep(0.12, 0.3, best) * Math.max(below[i], ramp(0.6, 0.95, feature[i]));
    };
    expectNear(floatsAt(sure, count), known);
    expectNear(floatsAt(certain, count), (i) => (floatsAt(sure, count)[i] > Math.fround(0.95) ? plain[i] : 0));
    const [filled, whole] = [colours(-2, 1), colours(-2, 1)];
    const completed = copyIn(filled);
    kernels().mixLogarithms(completed, copyIn(whole), sure, count);
    expectNear(floatsAt(completed, 3 * count), (at) => Math.exp(mix(filled[at], whole[at], known(texelOf(at)))));
  }));

test('a share of the way from one plane to another', () =>
  checkTexels(({ colours }) => {
    const [from, to] = [colours(-2, 255), colours(-2, 255)];
    const mixed = copyIn(from);
    kernels().mixPlanes(mixed, copyIn(to), 0.3, 3 * count, mixed);
    expectNear(floatsAt(mixed, 3 * count), (at) => mix(from[at], to[at], 0.3));
  }));

test('bands of texture are evened by their energy', () =>
  checkTexels(({ plane, colours }) => {
    const [finer, coarser, plain, before] = [plane(), plane(), plane(), plane(0.1)];
    const [band, energy, change, share] = [allocate(4 * count), allocate(4 * count), copyIn(before), copyIn(plain)];
    kernels().bandEnergy(copyIn(finer), copyIn(coarser), share, 0.08, count, band, energy);
    const bandAt = (i: number) => finer[i] - coarser[i];
    const energyAt = (i: number) => plain[i] * Math.min(bandAt(i) ** 2, 0.08 ** 2);
    expectNear(floatsAt(band, count), bandAt);
    expectNear(floatsAt(energy, count), energyAt);
    kernels().evenBand(change, band, energy, share, 1e-4, 1.5, 1e-3, size);
    expectNear(floatsAt(change, count), (i) => {
      const even = Math.max(1e-4, 1.5 * energyAt(mirrored(i)));
      const wanted = Math.max(0, Math.min(energyAt(i), even) - 1e-3);
      const less = wanted < energyAt(i) ? Math.sqrt(wanted / energyAt(i)) - 1 : 0;
      return before[i] + plain[i] * less * bandAt(i);
    });
    const rgb = colours(0, 255);
    const [scaled, logs] = [copyIn(rgb), allocate(4 * count)];
    kernels().scaleByExp(scaled, copyIn(before), count);
    expectNear(floatsAt(scaled, 3 * count), (at) => rgb[at] * Math.exp(before[texelOf(at)]));
    kernels().logLightness(scaled, count, logs);
    expectNear(floatsAt(logs, count), (i) => Math.log(sumAt(rgb, i) / 3) + before[i]);
  }));

test('shade and light become alike in both halves', () =>
  checkTexels(({ plane, colours }) => {
    const [detail, shade, pigmented, eyes] = [colours(0.2, 2), colours(-1, 1), plane(1.3), plane()];
    const [texels, atEyes] = [copyIn(detail), copyIn(eyes)];
    kernels().symmetriseShade(texels, copyIn(shade), copyIn(pigmented), atEyes, 0.6, size);
    const nearer = (a: number, b: number) => {
      const [weightA, weightB] = [Math.exp(-8 * Math.abs(a)), Math.exp(-8 * Math.abs(b))];
      return (weightA * a + weightB * b) / (weightA + weightB);
    };
    const soft = (value: number) => clamp(value, -0.12, 0.12) + 0.5 * (value - clamp(value, -0.12, 0.12));
    expectNear(floatsAt(texels, 3 * count), (at) => {
      const i = texelOf(at);
      const [own, other] = [shade[at], shade[mirroredAt(at)]];
      const even = (own + other) / 2;
      const change = even + (1 - clamp(pigmented[i], 0, 1)) * (soft(nearer(own, other)) - even) - own;
      return detail[at] * Math.exp(0.6 * (1 - eyes[i]) * clamp(change, -1, 1));
    });
    const [slow, even, logs, weights] = [plane(), allocate(12 * count), copyIn(shade), allocate(4 * count)];
    kernels().mirrorLight(logs, copyIn(slow), atEyes, 0.75, size, even);
    expectNear(floatsAt(even, 3 * count), (at) => {
      const i = texelOf(at);
      const [own, other] = [slow[i] + 0.01, slow[mirrored(i)] + 0.01];
      const share = ((0.75 * other) / (own + other)) * (1 - eyes[i]);
      return Math.exp(mix(shade[at], shade[mirroredAt(at)], share)) - 1;
    });
    kernels().beside(atEyes, copyIn(slow), count, weights);
    expectNear(floatsAt(weights, count), (i) => (0.05 + slow[i]) * (1 - eyes[i]));
    kernels().logarithms(copyIn(slow), count, 0.5, weights);
    expectNear(floatsAt(weights, count), (i) => Math.log(slow[i] + 0.5));
  }));

test('texels are bare, free and feathered', () =>
  checkTexels(({ plane, ids }) => {
    const [seen, hidden, rims, chin, soft] = [plane(), plane(), plane(), plane(), plane()];
    const [numbers, bare, free] = [copyIn(ids), allocate(4 * count), allocate(4 * count)];
    kernels().bareTexels(numbers, copyIn(seen), copyIn(hidden), count, bare);
    const facing = (i: number) => 0.35 * ramp(0, 0.08, seen[i]) + 0.65 * ramp(0.12, 0.42, seen[i]);
    expectNear(floatsAt(bare, count), (i) => (ids[i] < 0 ? 0 : facing(i) * (1 - hidden[i])));
    kernels().freeTexels(copyIn(seen), copyIn(rims), copyIn(chin), 1, count, free);
    expectNear(floatsAt(free, count), (i) => seen[i] * (1 - rims[i]) * (1 - chin[i]));
    kernels().outsideAsOne(numbers, copyIn(seen), count, free);
    expectNear(floatsAt(free, count), (i) => (ids[i] < 0 ? 1 : seen[i]));
    const feathered = copyIn(soft);
    kernels().featherConfidence(feathered, copyIn(seen), count);
    expectNear(floatsAt(feathered, count), (i) => seen[i] * smoothstep(0.35, 0.85, soft[i]));
  }));

test('squares are averaged, and enlarged bilinearly', () =>
  checkTexels(({ plane }) => {
    const [values, own] = [plane(), plane()];
    const [means, enlarged] = [allocate(4 * 16), copyIn(own)];
    kernels().squareMeans(copyIn(values), size, 4, means);
    const inSquare = (n: number) =>
      [...values].filter((_, i) => Math.floor(i / size / 4) * 4 + Math.floor((i % size) / 4) === n);
    const wanted = Array.from({ length: 16 }, (_, n) => inSquare(n).reduce((sum, value) => sum + value, 0) / 16);
    expectNear(floatsAt(means, 16), (n) => wanted[n]);
    kernels().timesEnlarged(enlarged, means, size, 4);
    const place = (texel: number) => (texel + 0.5) / 4 - 0.5;
    expectNear(
      floatsAt(enlarged, count),
      (i) => own[i] * bilinear(wanted, 4, 4, place(i % size), place(Math.floor(i / size))),
    );
  }));

test('light is divided out of the colours and multiplied again', () =>
  checkTexels(({ plane, colours, ids }) => {
    const [rgb, light, confidence, feature] = [colours(0, 255), colours(40, 200), plane(), plane(1.3)];
    const [detail, bytes, lit] = [allocate(12 * count), allocate(3 * count), copyIn(light)];
    kernels().divideLight(copyIn(ids), copyIn(rgb), lit, 6, count, detail);
    const quotient = (at: number) => (ids[texelOf(at)] < 0 ? 1 : clamp((rgb[at] + 6) / (light[at] + 6), 0.02, 5));
    expectNear(floatsAt(detail, 3 * count), quotient);
    kernels().multiplyLight(lit, detail, 6, 3 * count, bytes);
    bytesAt(bytes, 3 * count).forEach((value, at) =>
      expect(Math.abs(value - clamp((light[at] + 6) * quotient(at) - 6, 0, 255))).toBeLessThan(0.501),
    );
    const [certain, trusted, own, marked] = [
      allocate(4 * count),
      allocate(4 * count),
      copyIn(confidence),
      copyIn(feature),
    ];
    kernels().skinWeights(own, marked, count, certain, trusted);
    const weight = (i: number) => confidence[i] * (1 - Math.min(1, feature[i]));
    expectNear(floatsAt(trusted, count), (i) => weight(i) + 0.02);
    expectNear(floatsAt(certain, count), (i) => (floatsAt(trusted, count)[i] > Math.fround(0.52) ? 1 : 0));
    kernels().skinOrFeature(own, marked, count, trusted);
    expectNear(floatsAt(trusted, count), (i) => Math.max(confidence[i], Math.min(1, feature[i])));
    kernels().addNumber(own, 0.25, count, trusted);
    expectNear(floatsAt(trusted, count), (i) => confidence[i] + 0.25);
    kernels().plainTexels(marked, count, trusted);
    expectNear(floatsAt(trusted, count), (i) => 1 - clamp(feature[i], 0, 1));
  }));

test('dark texels at the edge of the skin are less certain', () =>
  checkTexels(({ plane }) => {
    const [before, inside, pigmented] = [plane(), plane(), plane(1.3)];
    const shade = plane(0.15).map((darker) => 1 - darker);
    const confidence = copyIn(before);
    kernels().discountShadow(confidence, copyIn(inside), copyIn(pigmented), copyIn(shade), count);
    expectNear(floatsAt(confidence, count), (i) => {
      const atEdge = (1 - smoothstep(0.8, 0.995, inside[i])) * (1 - Math.min(1, pigmented[i]));
      return before[i] * (1 - atEdge * ramp(0.97, 0.88, shade[i]));
    });
  }));

test('photos and masks are read bilinearly', () =>
  checkTexels(({ plane, ids }) => {
    const [width, height] = [9, 7];
    const image = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 37) % 256);
    const shares = Uint8Array.from({ length: 25 }, (_, i) => (i * 53) % 256);
    const [across, down, rgb, own] = [plane(12), plane(9), allocate(12 * count), plane(0.4)];
    const [numbers, columns, rows, pixels] = [copyIn(ids), copyIn(across), copyIn(down), copyIn(image)];
    kernels().unwrap(pixels, width, height, numbers, columns, rows, count, rgb);
    const out = new Float32Array(3);
    expectNear(floatsAt(rgb, 3 * count), (at) => {
      const i = texelOf(at);
      bilinearRgb(image, width, height, across[i] - 0.5, down[i] - 0.5, out, 0);
      return ids[i] < 0 ? 0 : out[at % 3];
    });
    const [covered, masks, toMask] = [copyIn(own), copyIn(shares), Float64Array.of(0.5, 0.1, -0.3, -0.1, 0.6, 0.2)];
    kernels().unwrapShares(covered, numbers, columns, rows, count, masks, 5, copyIn(toMask));
    expectNear(floatsAt(covered, count), (i) => {
      const column = toMask[0] * across[i] + toMask[1] * down[i] + toMask[2];
      const row = toMask[3] * across[i] + toMask[4] * down[i] + toMask[5];
      return ids[i] < 0 ? own[i] : Math.max(own[i], bilinear(shares, 5, 5, column, row) / 255);
    });
  }));
