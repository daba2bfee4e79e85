import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { PasswordField } from './password-field';

test('is typed unseen, and can be looked at', async () => {
  render(<PasswordField label="Password" name="password" autoComplete="current-password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await userEvent.type(field, 'battery staple');
  expect(field.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show what is typed' }));
  expect([field.type, field.value]).toEqual(['text', 'battery staple']);
  await userEvent.click(screen.getByRole('button', { name: 'Hide what is typed' }));
  expect(field.type).toBe('password');
});

test('takes what is pasted, and tells password managers what it is', async () => {
  render(<PasswordField label="Password" name="password" autoComplete="new-password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await userEvent.click(field);
  await userEvent.paste('from a password manager');
  expect([field.value, field.getAttribute('autocomplete'), field.name]).toEqual([
    'from a password manager',
    'new-password',
    'password',
  ]);
});
