import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Menu, MenuItem } from './menu';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  render(
    <Menu label="More" labelClass="">
      <MenuItem>
        <a href="/there">There</a>
      </MenuItem>
    </Menu>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const label = () => screen.getByRole('button', { name: 'More' });
const isOpen = () => screen.queryByRole('menuitem', { name: 'There' }) !== null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const mouse = { pointerType: 'mouse' };

test('a mouse that rests on it for 300 ms opens it; 250 ms away close it', () => {
  fireEvent.pointerEnter(label(), mouse);
  pass(299);
  expect(isOpen()).toBe(false);
  pass(1);
  expect(isOpen()).toBe(true);
  fireEvent.pointerLeave(label(), mouse);
  pass(249);
  expect(isOpen()).toBe(true);
  pass(1);
  expect(isOpen()).toBe(false);
});

test('it stays while the mouse goes over to its entries', () => {
  fireEvent.pointerEnter(label(), mouse);
  pass(300);
  fireEvent.pointerLeave(label(), mouse);
  pass(200);
  fireEvent.pointerEnter(screen.getByRole('menu'), mouse);
  pass(1000);
  expect(isOpen()).toBe(true);
});

test('a finger that passes over does not open it', () => {
  fireEvent.pointerEnter(label(), { pointerType: 'touch' });
  pass(1000);
  expect(isOpen()).toBe(false);
});

test('keys open it at once', () => {
  fireEvent.keyDown(label(), { key: 'Enter' });
  expect(isOpen()).toBe(true);
});
