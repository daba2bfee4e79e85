import { expect, test } from 'vitest';

const bytes = (last: number) => Buffer.concat([Buffer.alloc(2_000_000), Buffer.from([last])]);

test('large equal arrays are compared in milliseconds, alone and inside objects', () => {
  const begun = performance.now();
  expect(bytes(1)).toEqual(bytes(1));
  expect([{ data: bytes(1) }]).toMatchObject([{ data: bytes(1) }]);
  expect({ data: new Float32Array(1e6).fill(NaN) }).toStrictEqual({ data: new Float32Array(1e6).fill(NaN) });
  expect(performance.now() - begun).toBeLessThan(1000);
});

test('arrays of other elements, lengths, signs and types differ', () => {
  const few = Buffer.from([1, 2]);
  expect(few).not.toEqual(Buffer.from([1, 3]));
  expect({ data: few }).not.toEqual({ data: Buffer.from([1, 2, 3]) });
  expect(few).not.toStrictEqual(new Uint8Array(few));
  expect(new Uint8Array([1, 2])).not.toEqual(new Int8Array([1, 2]));
  expect(new Float32Array([0])).not.toEqual(new Float32Array([-0]));
});
