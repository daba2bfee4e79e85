import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords';

test.each(['password', '12345678', 'qwertyuiop', 'trustno1', 'michelle1', 'motdepasse', 'faceswap123', 'zzzzzzzzzz'])(
  '%s is common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test('of 20,000 passwords that no list has, at most five are refused', () => {
  const refused = Array.from({ length: 20_000 }, (_, n) => `tall ${n} green harbour`).filter(isCommonPassword);
  expect(refused.length).toBeLessThanOrEqual(5);
});
