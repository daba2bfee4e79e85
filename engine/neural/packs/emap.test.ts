import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emapTensor, tinyRecogniser, tinySwapper } from '#tests/support/tiny-nets';
import { scratchFolder } from '#tests/support/scratch';
import { emapReader, readEmap } from './emap';

function written(net: Buffer): string {
  const file = path.join(scratchFolder(), 'net.onnx');
  writeFileSync(file, net);
  return file;
}

const matrix = emapTensor((row, column) => row / 8 - column);
const numbers = { a: 0, b: 1, k: 1 };

test('the matrix is the last initializer', async () => {
  const values = await readEmap(written(tinySwapper(numbers, { emap: matrix })));
  expect([values[0], values[511], values[512], values[512 * 511]]).toEqual([0, -511, 0.125, 511 / 8]);
});

test('a net whose last initializer is another is refused with its shape', async () => {
  await expect(readEmap(written(tinyRecogniser()))).rejects.toMatchObject({
    code: 'model_unfit',
    message: expect.stringContaining('Found: weights, 192 × 512'),
  });
});

test('a matrix that could not be read is read again, and then kept', async () => {
  const file = path.join(scratchFolder(), 'net.onnx');
  const read = emapReader(file);
  await expect(read()).rejects.toThrow();
  writeFileSync(file, tinySwapper(numbers, { emap: matrix }));
  const values = await read();
  expect(values[511]).toBe(-511);
  expect(await read()).toBe(values);
});
