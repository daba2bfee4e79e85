import { expect, test } from 'vitest';

import { isUuid, nilUuid, uuidsIn } from './uuid';

const id = '019a9e00-0000-7000-8000-00000000A001';

test('only a whole uuid is one', () => {
  expect([id, nilUuid].every(isUuid)).toBe(true);
  expect(['', '12', '-'.repeat(36), id.replaceAll('-', ''), `${id}0`, `see ${id}`].some(isUuid)).toBe(false);
});

test('uuids are found within a text', () => {
  expect(uuidsIn(`https://site/face-swap?order=${id}, and ${nilUuid}.`)).toEqual([id, nilUuid]);
  expect(uuidsIn('no id')).toEqual([]);
});
