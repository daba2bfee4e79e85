import { expect, test } from 'vitest';

import { sentIntent } from './use-is-sending';

test('what is sent is the intent of the pressed button, not that of its form', () => {
  const form = new FormData();
  form.append('intent', 'create');
  expect(sentIntent(form)).toBe('create');
  form.append('intent', 'preview');
  expect(sentIntent(form)).toBe('preview');
});
