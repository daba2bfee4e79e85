import { expect, test } from 'vitest';
import { allocate, bytesAt, copyIn, withScratch } from '#engine/kernels/memory';

const length = 65_536;

test('a plane of the memory is copied although the copy makes the memory grow', () => {
  withScratch(() => {
    const address = allocate(length);
    bytesAt(address, length).fill(7);
    const { buffer } = bytesAt(address, 1);
    let copy = copyIn(bytesAt(address, length));
    while (bytesAt(address, 1).buffer === buffer) copy = copyIn(bytesAt(address, length));
    expect(bytesAt(copy, length).every((byte) => byte === 7)).toBe(true);
  });
});
