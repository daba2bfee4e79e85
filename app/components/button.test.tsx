import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type FormEvent } from 'react';
import { expect, test, vi } from 'vitest';

import { Button } from './button';

function Page({ onSend, onPress }: { onSend: () => void; onPress?: () => void }) {
  const [isSending, setSending] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    onSend();
  };
  return (
    <form onSubmit={send}>
      <Button type="submit" busy={isSending} onClick={onPress}>
        Pay
      </Button>
    </form>
  );
}

test('a button keeps the focus while its form is sent, and is not sent again', async () => {
  const onSend = vi.fn();
  const onPress = vi.fn();
  const user = userEvent.setup();
  render(<Page {...{ onSend, onPress }} />);
  await user.tab();
  await user.keyboard('{Enter}');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.disabled).toBe(false); // jsdom leaves the focus on a disabled button, browsers do not
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(onSend).toHaveBeenCalledOnce();
  expect(onPress).toHaveBeenCalledOnce();
});

test('a disabled button is disabled, busy or not', () => {
  render(
    <Button disabled busy>
      Pay
    </Button>,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' }).disabled).toBe(true);
});
