import { expect, test } from 'vitest';
import { allocate, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { boundedRatio, channelFactor, gainFor, hueFor, pigmentedHue, shineFor, sumAt } from './plain-relight';
import { checkCells, expectNear } from './random-cells';

test('comparable skin is covered, not moved and not pigmented', () =>
  checkCells(({ count, plane }) => {
    const [covered, kept, pigmented, skin] = [plane(), plane(), plane(), plane()];
    const weights = allocate(4 * count);
    const shown = [covered, kept, pigmented, skin].map(copyIn);
    kernels().comparableSkin(shown[0], shown[1], shown[2], shown[3], 0.75, 0.01, count, weights);
    expectNear(
      floatsAt(weights, count),
      (i) => 0.01 + covered[i] * (1 - kept[i]) * (pigmented[i] > 0.75 ? 0 : skin[i]),
    );
    kernels().plainSkin(shown[0], shown[1], shown[2], shown[3], count, weights);
    expectNear(floatsAt(weights, count), (i) => covered[i] * (1 - kept[i]) * (1 - pigmented[i]) * skin[i] + 1e-5);
  }));

test('relit cells have the mixed base, and gains for its light over the source’s', () =>
  checkCells(({ count, plane, colours }) => {
    const [mapped, before, low] = [colours().map((value) => value - 5), colours(), colours()];
    const [mass, pigmented, brows] = [plane(0.1), plane(1.3), plane(1.3)];
    const [strength, fullMass, warmth, plain, lip, brow] = [0.9, 0.05, [-0.12, 0.05, 0.12], 0.5, 0.85, 0.4];
    const numbers = Float32Array.of(strength, fullMass, ...warmth, plain, lip, brow);
    const [base, gain, shine, hue] = [copyIn(before), allocate(12 * count), allocate(4 * count), allocate(4 * count)];
    const [masses, dark, dense] = [copyIn(mass), copyIn(pigmented), copyIn(brows)];
    kernels().relightCells(
      ...([copyIn(mapped), masses, dark, dense, base, copyIn(low), count, copyIn(numbers), gain, shine, hue] as const),
    );
    const mixed = before.map((value, at) => {
      const confidence = strength * Math.min(1, mass[Math.floor(at / 3)] / fullMass);
      return mix(Math.max(0, mapped[at]), value, confidence);
    });
    const ratioAt = (i: number) => boundedRatio(sumAt(mixed, i) / 3, sumAt(low, i) / 3);
    const marked = (i: number) => Math.min(1, pigmented[i]);
    expectNear(floatsAt(base, 3 * count), (at) => mixed[at]);
    expectNear(floatsAt(gain, 3 * count), (at) => {
      const [i, k] = [Math.floor(at / 3), at % 3];
      const factor = channelFactor(ratioAt(i), mixed[at], low[at]);
      return gainFor(ratioAt(i)) * factor * (1 + (1 - marked(i)) * warmth[k]);
    });
    expectNear(floatsAt(shine, count), (i) => shineFor(ratioAt(i)));
    expectNear(floatsAt(hue, count), (i) =>
      mix(hueFor(ratioAt(i)) * plain, pigmentedHue(lip, brow, brows[i]), marked(i)),
    );
  }));

test('shine is discounted, and hue is certain where much plain skin is near', () =>
  checkCells(({ count, plane, colours }) => {
    const [weights, target, base, pigmented] = [plane(), colours(), colours(), plane(1.3)];
    const discounted = copyIn(weights);
    kernels().discountShine(discounted, copyIn(target), copyIn(base), 1.15, 1.03, count);
    expectNear(
      floatsAt(discounted, count),
      (i) => weights[i] * ramp(1.15, 1.03, sumAt(target, i) / 3 / (sumAt(base, i) / 3 + 1)),
    );
    const confidence = allocate(4 * count);
    kernels().hueConfidence(copyIn(weights), copyIn(pigmented), 0.9, 0.1, 0.6, count, confidence);
    expectNear(
      floatsAt(confidence, count),
      (i) => 0.9 * Math.min(1, weights[i] / 0.1) * (1 - 0.6 * Math.min(1, pigmented[i])),
    );
  }));

test('shade beyond the allowance is eased on paler and on darker skin', () =>
  checkCells(({ count, plane, colours }) => {
    const [before, low, toned] = [colours(), colours(), colours().map((value) => value - 10)];
    const [excess, mass, pigmented] = [plane().map((value) => value - 0.4), plane().map((v) => v + 1e-5), plane(1.3)];
    const numbers = Float32Array.of(0.08, 0.9, 1.4, 2.2, 0.75, 0.45, 0.2);
    const base = copyIn(before);
    const [darkness, weights, off] = [copyIn(pigmented), copyIn(mass), copyIn(excess)];
    kernels().easeShade(base, copyIn(low), copyIn(toned), off, weights, darkness, count, copyIn(numbers));
    expectNear(floatsAt(base, 3 * count), (at) => {
      const i = Math.floor(at / 3);
      const change = excess[i] / mass[i];
      const beyond = Math.max(0, Math.abs(change) - 0.08);
      const ratio = (sumAt(before, i) + 4) / (sumAt(low, i) + 4);
      const dull = change < 0 ? ramp(0.75, 0.45, ratio) : 0;
      const share =
        Math.max(ramp(1.4, 2.2, ratio), dull) * Math.min(1, mass[i] / 0.2) * (1 - clamp(pigmented[i], 0, 1));
      const eased = Math.exp(clamp(-Math.sign(change) * 0.9 * share * beyond, -87, 88)) - 1;
      return before[at] + eased * Math.max(0, toned[at]);
    });
  }));

test('an even face needs no easing', () =>
  checkCells(({ count, plane, colours }) => {
    const before = colours();
    const [base, zero, one] = [copyIn(before), copyIn(new Float32Array(count)), copyIn(plane().fill(1))];
    kernels().easeShade(base, copyIn(before), copyIn(before), zero, one, zero, count, copyIn(new Float32Array(7)));
    expect([...floatsAt(base, 3 * count)]).toEqual([...before]);
  }));
