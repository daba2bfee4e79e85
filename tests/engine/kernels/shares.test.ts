import { test } from 'vitest';
import { allocate, copyIn, doublesAt, floatsAt, kernels } from '#engine/kernels/memory';
import { clamp, mix } from '#engine/swap/ops/curves';
import { sumAt } from './plain-relight';
import { checkCells, expectNear } from './random-cells';

test('channels are summed, and scaled by share', () =>
  checkCells(({ count, plane, colours }) => {
    const [rgb, shares, full] = [colours(), plane(1.3), [0.5, 1.5, 2]];
    const sums = allocate(4 * count);
    const scaled = copyIn(rgb);
    kernels().channelSums(scaled, count, sums);
    expectNear(floatsAt(sums, count), (i) => sumAt(rgb, i));
    kernels().scaleByShare(scaled, copyIn(shares), count, 0.9, full[0], full[1], full[2]);
    expectNear(
      floatsAt(scaled, 3 * count),
      (at) => rgb[at] * mix(0.9, full[at % 3], clamp(shares[Math.floor(at / 3)], 0, 1)),
    );
  }));

test('detail counts on plain skin inside the face', () =>
  checkCells(({ count, plane }) => {
    const [lights, slow, feather, skin, pigmented] = [plane(700), plane(700), plane(1.1), plane(), plane(0.5)];
    const [plain, wide, soft, shown, dark] = [lights, slow, feather, skin, pigmented].map(copyIn);
    const isCounted = (i: number) => feather[i] >= Math.fround(0.9) && skin[i] >= 0.5 && pigmented[i] <= 0.3;
    const wanted = lights.reduce((sum, light, i) => (isCounted(i) ? sum + (light - slow[i]) ** 2 : sum), 0);
    expectNear([kernels().detailEnergy(plain, wide, soft, shown, dark, count)], () => wanted);
  }));

test('colours are summed where their share is large and they are not excluded', () =>
  checkCells(({ count, plane, colours }) => {
    const [rgb, shares, excluded] = [colours(), plane(), plane()];
    const sums = allocate(32);
    kernels().sumWhere(copyIn(rgb), copyIn(shares), copyIn(excluded), 0.5, count, sums);
    const counting = [...shares.keys()].filter((i) => shares[i] >= 0.5 && excluded[i] === 0);
    expectNear(doublesAt(sums, 4), (k) => counting.reduce((sum, i) => sum + (k < 3 ? rgb[3 * i + k] : 1), 0));
  }));

test('inner skin has no features', () =>
  checkCells(({ count, plane }) => {
    const [covered, feather, features, skin] = [plane(), plane(), plane(), plane()];
    const weights = allocate(4 * count);
    kernels().innerSkin(copyIn(covered), copyIn(feather), copyIn(features), copyIn(skin), count, weights);
    expectNear(floatsAt(weights, count), (i) =>
      covered[i] > 0 && feather[i] > 0.5 && features[i] < Math.fround(0.6) ? skin[i] : 0,
    );
  }));

test('the seam’s difference is known on skin at the rim and added with less inside', () =>
  checkCells(({ count, plane, colours }) => {
    const [own, target, feather, skin, covered, features] = [colours(), colours(), plane(), plane(), plane(), plane()];
    const [change, weights, soft] = [copyIn(own), allocate(4 * count), copyIn(feather)];
    const [shown, over, marked] = [copyIn(skin), copyIn(covered), copyIn(features)];
    kernels().seamDifference(change, copyIn(target), soft, shown, over, marked, count, 70, 0.004, weights);
    const known = (i: number) =>
      covered[i] > 0 && features[i] <= Math.fround(0.6) ? (1 - feather[i]) ** 2 * skin[i] : 0;
    expectNear(floatsAt(weights, count), (i) =>
      known(i) > 0.9 ? 1 : Math.max(0.6 * known(i), feather[i] > Math.fround(0.9) ? 0.004 : 0),
    );
    const difference = own.map((value, at) => (known(Math.floor(at / 3)) > 0 ? clamp(target[at] - value, -70, 70) : 0));
    expectNear(floatsAt(change, 3 * count), (at) => difference[at]);
    const base = copyIn(own);
    kernels().addFading(base, change, soft, 0.5, count);
    expectNear(floatsAt(base, 3 * count), (at) => own[at] + mix(1, 0.5, feather[Math.floor(at / 3)]) * difference[at]);
  }));
