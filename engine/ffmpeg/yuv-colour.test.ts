import { describe, expect, test } from 'vitest';
import { cropToPicture } from '#engine/nets/affine';
import { Pyramid } from '#engine/nets/pyramid';
import { sampleSquare } from '#engine/nets/sampling';
import { viewOf } from '#engine/nets/view';
import { yuv420Bytes, windowAround, wholeFrame, type Matrix, type Yuv420Frame } from './yuv-frame';
import { applyRgbChange, toRgb } from './yuv-colour';

function plain(matrix: Matrix, [y, u, v]: [number, number, number], width = 8, height = 8): Yuv420Frame {
  const data = new Uint8Array(yuv420Bytes(width, height)).fill(y);
  data.fill(u, width * height).fill(v, (width * height * 5) / 4);
  return { width, height, matrix, data };
}

function slopes(width: number, height: number): Yuv420Frame {
  const frame = plain('bt709', [0, 0, 0], width, height);
  const half = width / 2;
  frame.data.forEach((_, i) => {
    const ofColour = i >= width * height;
    const [x, y] = ofColour ? [(i % half) * 2, Math.floor((i / half) % (height / 2)) * 2] : [i % width, i / width];
    frame.data[i] = ofColour ? 100 + (40 * x) / width : 60 + (80 * x) / width + (60 * Math.floor(y)) / height;
  });
  return frame;
}

describe('toRgb', () => {
  test.each([
    ['bt709', [63, 102, 240], [255, 0, 0]],
    ['bt709', [32, 240, 118], [0, 0, 255]],
    ['smpte170m', [81, 90, 240], [255, 0, 0]],
    ['smpte170m', [145, 54, 34], [0, 255, 0]],
    ['smpte170m', [235, 128, 128], [255, 255, 255]],
    ['bt709', [16, 128, 128], [0, 0, 0]],
  ] as [Matrix, [number, number, number], number[]][])('converts %s %j to %j', (matrix, colour, wanted) => {
    const frame = plain(matrix, colour);
    const { data } = toRgb(frame, wholeFrame(frame));
    wanted.forEach((value, channel) => expect(Math.abs(data[channel] - value)).toBeLessThan(3));
  });
});

describe('applyRgbChange', () => {
  const window = windowAround({ width: 16, height: 16 }, { x: 3.2, y: 4.9, width: 6, height: 5 });

  test('works on windows with even corners', () => {
    expect(window).toEqual({ left: 2, top: 4, width: 8, height: 6 });
  });

  test.each([1, 0.5])('applies the change at opacity %f and leaves other pixels exact', (share) => {
    const frame = slopes(16, 16);
    const original = frame.data.slice();
    const before = toRgb(frame, window).data;
    const after = before.slice();
    const wanted = [180, 60, 90];
    const painted = (column: number, row: number) => column >= 2 && column < 6 && row >= 2 && row < 4;
    for (let row = 0; row < window.height; row++)
      for (let column = 0; column < window.width; column++)
        if (painted(column, row)) after.set(wanted, 3 * (row * window.width + column));
    applyRgbChange(frame, window, before, after, share);
    const found = toRgb(frame, window).data;
    for (let i = 0; i < found.length; i++) {
      const [column, row] = [Math.floor(i / 3) % window.width, Math.floor(i / 3 / window.width)];
      if (painted(column, row))
        expect(Math.abs(found[i] - before[i] - share * (wanted[i % 3] - before[i]))).toBeLessThan(8);
      else expect(found[i]).toBe(before[i]);
    }
    const changed = frame.data.reduce((count, value, i) => count + Number(value !== original[i]), 0);
    expect(changed).toBeLessThanOrEqual(4 * 2 + 2 * 2);
  });
});

test.each([12, 40, 90])('a crop of %f px equals the crop of the whole frame in RGB', (size) => {
  const frame = slopes(128, 96);
  const toPicture = cropToPicture({ centreX: 50, centreY: 44, size, angle: 0.3 }, 16);
  const sample = (view: ReturnType<typeof viewOf>) =>
    sampleSquare(view, toPicture, 16, { scale: 1, offset: 0 }, new Float32Array(3 * 16 * 16));
  const whole = sample(new Pyramid(toRgb(frame, wholeFrame(frame))));
  sample(viewOf(frame)).forEach((value, i) => expect(Math.abs(value - whole[i])).toBeLessThan(2));
});
