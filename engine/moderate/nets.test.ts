import { expect, test } from 'vitest';
import { ModelStore } from '#engine/nets/model-store';

/** Planar; also a plain pattern for other implementations. */
const pattern = (side: number) =>
  Float32Array.from({ length: 3 * side * side }, (_, i) => {
    const [channel, x, y] = [Math.floor(i / side ** 2), i % side, Math.floor(i / side) % side];
    return 0.5 + 0.5 * Math.sin(0.05 * (1 + channel) * x + 0.03 * (3 - channel) * y);
  });

// Expected numbers: a forward pass in numpy in double precision, from the packages' files, without the converter.

test('the converted nudity net computes what the published one computes', async () => {
  const net = await (await ModelStore.open()).load('nudity');
  net.input.set(pattern(net.side));
  const { classes } = await net.run();
  await net.close();
  [6.9e-5, 6e-6, 0.99992, 4e-6, 1e-6].forEach((value, i) => expect(Math.abs(classes[i] - value)).toBeLessThan(3e-6));
});

test('the converted age net computes what the published one computes', async () => {
  const net = await (await ModelStore.open()).load('face-age');
  net.input.set(pattern(net.side).map((value) => 255 * value - 115));
  const { ages } = await net.run();
  await net.close();
  expect(ages.reduce((sum, share, year) => sum + share * year, 0)).toBeCloseTo(24.9035, 2);
  expect(ages.indexOf(Math.max(...ages))).toBe(21);
  expect(ages[21]).toBeCloseTo(0.083824, 4);
});
