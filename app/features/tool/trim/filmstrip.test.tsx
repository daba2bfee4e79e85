import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { material } from '#contract/examples';

import { Filmstrip } from './filmstrip';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test.each([
  ['30 frames a second', 30, '0.1 s', 600],
  ['4 frames a second', 4, '0.25 s', 750],
])('arrow keys move a handle by the step that the hint names: %s', (_case, fps, hint, start_ms) => {
  const onChange = vi.fn();
  const clip = { ...material, duration_ms: 4000, fps };
  render(<Filmstrip material={clip} part={{ start_ms: 500, end_ms: 3000 }} onChange={onChange} onSeek={() => {}} />);
  expect(screen.getByText(/move a handle by/).textContent).toContain(`by ${hint}, with Shift by a second`);
  fireEvent.keyDown(screen.getByLabelText('Start of the part'), { key: 'ArrowRight' });
  expect(onChange).toHaveBeenCalledWith({ start_ms, end_ms: 3000 });
});
