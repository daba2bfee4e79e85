import { expect, test } from 'vitest';
import { moveChunks } from './move-chunks';

function box(type: string, ...content: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.concat([Buffer.alloc(8), ...content]);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.write(type, 4, 'latin1');
  return new Uint8Array(bytes);
}

function offsets(width: 4 | 8, ...values: number[]): Uint8Array {
  const bytes = Buffer.alloc(8 + values.length * width);
  bytes.writeUInt32BE(values.length, 4);
  for (const [index, value] of values.entries()) {
    if (width === 8) bytes.writeBigUInt64BE(BigInt(value), 8 + index * 8);
    else bytes.writeUInt32BE(value, 8 + index * 4);
  }
  return bytes;
}

const index = (table: Uint8Array) =>
  box('moov', box('mvhd'), box('trak', box('mdia', box('minf', box('stbl', table)))));

test('32-bit and 64-bit chunk offsets of all tracks move', () => {
  const short = moveChunks(index(box('stco', offsets(4, 48, 1000))), 500);
  expect(short).toEqual(index(box('stco', offsets(4, 548, 1500))));
  const long = moveChunks(index(box('co64', offsets(8, 2 ** 33))), 500);
  expect(long).toEqual(index(box('co64', offsets(8, 2 ** 33 + 500))));
});

test('an offset beyond 32 bits and a damaged index are errors', () => {
  expect(() => moveChunks(index(box('stco', offsets(4, 0xffffff00))), 500)).toThrow('too large for its index');
  const cut = offsets(4, 1, 2, 3).subarray(0, 12);
  expect(() => moveChunks(index(box('stco', cut)), 500)).toThrow('damaged');
  const wrongSize = index(box('stco', offsets(4, 1)));
  wrongSize[8 + 3] = 200;
  expect(() => moveChunks(wrongSize, 500)).toThrow('damaged');
});
