import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { Field, TextArea } from './field';

test.each([
  ['field', Field],
  ['text area', TextArea],
])('a %s takes as many emoji as the API takes characters', async (_name, Control) => {
  render(<Control label="Name" name="name" maxLength={3} />);
  const control = screen.getByLabelText<HTMLInputElement>('Name');
  await userEvent.type(control, '🙂🙂🙂');
  expect(control.value).toBe('🙂🙂🙂');
});
