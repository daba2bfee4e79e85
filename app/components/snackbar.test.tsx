import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';

import { Snackbar } from './snackbar';

function freezeTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a success leaves by itself', () => {
  freezeTime();
  render(<Snackbar color="success" message="Saved" />);
  expect(screen.getByRole('status').textContent).toContain('Saved');
  act(() => void vi.advanceTimersByTime(6_000));
  expect(screen.queryByText('Saved')).toBeNull();
});

test('an error stays until it is closed', async () => {
  freezeTime();
  render(<Snackbar color="error" message="Broken" />);
  act(() => void vi.advanceTimersByTime(3_600_000));
  expect(screen.getByRole('alert').textContent).toContain('Broken');
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'Close the message' }));
  expect(screen.queryByText('Broken')).toBeNull();
});

test('Escape closes it', async () => {
  render(<Snackbar color="error" message="Broken" />);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('Broken')).toBeNull();
});
