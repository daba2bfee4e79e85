import { createRemixStub } from '@remix-run/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { Menu, MenuItem } from './menu';

vi.mock('./dropdown', () => new Promise(() => {}));

const mouse = { pointerType: 'mouse' };
const Page = createRemixStub([
  {
    path: '/',
    Component: () => (
      <Menu label="More" labelClass="">
        <MenuItem>
          <a href="#there">There</a>
        </MenuItem>
      </Menu>
    ),
  },
]);

test('a click just after the mouse has opened it does not close it while the menu’s code loads; a later one does', () => {
  vi.useFakeTimers();
  render(<Page />);
  const summary = screen.getByText('More');
  const details = summary.closest('details')!;
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const press = () => fireEvent.pointerDown(summary, { button: 0, ...mouse });
  fireEvent.pointerEnter(summary, mouse);
  pass(350);
  expect(details.open).toBe(true);
  press();
  expect(details.open).toBe(true);
  pass(500);
  press();
  expect(details.open).toBe(false);
});
