import { fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { ignoreDoubleClicks } from './ignore-double-clicks';

test('a double click sends a form once; two clicks send it twice', () => {
  onTestFinished(ignoreDoubleClicks());
  const send = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={send}>
      <button>
        <b>Add face</b>
      </button>
    </form>,
  );
  const button = screen.getByText('Add face');
  for (const detail of [1, 2, 3]) fireEvent.click(button, { detail });
  expect(send).toHaveBeenCalledTimes(1);
  fireEvent.click(button, { detail: 1 });
  expect(send).toHaveBeenCalledTimes(2);
});
