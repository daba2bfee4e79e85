import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { Dialog } from './dialog';

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Delete</button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Delete this?">
        <button onClick={() => setOpen(false)}>Keep it</button>
      </Dialog>
    </>
  );
}

test.each([
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  ['its close button', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['a button inside', (user) => user.click(screen.getByRole('button', { name: 'Keep it' }))],
])('a dialog closed by %s returns the focus to the button that opened it', async (_how, close) => {
  const user = userEvent.setup();
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Delete' });
  await user.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Delete this?' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await close(user);
  await vi.waitFor(() => expect(document.activeElement).toBe(opener));
});
