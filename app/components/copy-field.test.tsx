import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { CopyField } from './copy-field';

test('the button copies the whole text and says so', async () => {
  const user = userEvent.setup();
  render(<CopyField label="Your API key" name="secret" value="fsk_1234" hint="It is shown this once." />);
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('button', { name: 'Copy: Your API key' }));
  expect(await navigator.clipboard.readText()).toBe('fsk_1234');
  expect(screen.getByRole('status').textContent).toBe('Copied.');
});

test('without the button, the focus selects the whole text; it cannot be changed', async () => {
  const user = userEvent.setup();
  render(<CopyField label="Your API key" name="secret" value="fsk_1234" />);
  const field = screen.getByLabelText<HTMLInputElement>('Your API key');
  await user.tab();
  expect([field.selectionStart, field.selectionEnd, field.readOnly]).toEqual([0, 8, true]);
});

test.each([
  ['refuses to copy', { writeText: () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError')) }],
  ['has no clipboard, as over plain http', undefined],
])('where the browser %s, the text is selected for the keyboard', async (_how, clipboard) => {
  const user = userEvent.setup();
  render(<CopyField label="Your API key" name="secret" value="fsk_1234" />);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard);
  await user.click(screen.getByRole('button', { name: 'Copy: Your API key' }));
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Selected: copy it with the keyboard.'));
  const field = screen.getByLabelText<HTMLInputElement>('Your API key');
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 8]);
});
