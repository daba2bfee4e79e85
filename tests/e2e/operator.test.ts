import { expect, inject, test } from 'vitest';

import { confirmedAccount } from '#tests/support/site-account';
import { adminAt as admin } from '#tests/support/site-operator';
import { freshDataDirectory, removeDataDirectory } from '#tests/support/stack';

test('the operator’s command works on the running stack with nothing set, and prints what was asked for alone', async () => {
  const stack = inject('siteDataDirectory');
  const { email } = await confirmedAccount(inject('siteUrl'));
  const granted = await admin(stack, 'grant', email, '5', '--reason', 'A test of the command', '--json');
  expect(granted.stderr).toBe('');
  expect(JSON.parse(granted.stdout)).toMatchObject({ granted: 5 });
  expect(await admin(stack, 'audit')).toMatchObject({ stdout: expect.stringContaining('5 credits: A test of the') });
  expect(await admin(stack, 'payment', '12')).toMatchObject({ code: 3, stderr: 'Payment 12 does not exist.\n' });
});

test('without a database it says what to do, and makes none', async () => {
  const nothing = freshDataDirectory();
  const { code, stderr } = await admin(nothing, 'payments');
  removeDataDirectory(nothing);
  expect(code).toBe(5);
  expect(stderr).toContain('There is no installation in');
});
