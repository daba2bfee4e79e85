import { Link, useLocation } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { Menu, MenuItem } from './menu';

const chosen = vi.fn();

beforeEach(() => {
  chosen.mockReset();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

const mouse = { pointerType: 'mouse' };
const summary = () => screen.getByText('More');
const label = () => screen.getByRole('button', { name: 'More' });
const isOpen = () => screen.queryByRole('menuitem', { name: 'There' }) !== null;

const Page = createRemixStub([
  {
    path: '/',
    Component: () => (
      <Menu label="More" labelClass="">
        <MenuItem onSelect={chosen}>
          <a href="#there">There</a>
        </MenuItem>
      </Menu>
    ),
  },
]);

/** A touch loads the menu. */
async function comeNear() {
  fireEvent.pointerEnter(summary(), { pointerType: 'touch' });
  await screen.findByRole('button', { name: 'More' });
}

describe('as the page arrives', () => {
  const details = () => summary().closest('details')!;
  beforeEach(() => void render(<Page />));

  test('it is a disclosure that opens and closes by itself, and whose entries work', () => {
    fireEvent.click(summary());
    expect(details().open).toBe(true);
    fireEvent.click(screen.getByText('There'));
    expect(chosen).toHaveBeenCalledOnce();
    fireEvent.click(summary());
    expect(details().open).toBe(false);
  });

  test('a summary that was pressed is open, and so is the menu that replaces it', async () => {
    fireEvent.pointerEnter(summary(), mouse);
    fireEvent.pointerDown(summary(), { button: 0, ...mouse });
    expect(details().open).toBe(true);
    fireEvent.click(summary(), { detail: 1 });
    expect(details().open).toBe(true);
    await screen.findByRole('menuitem', { name: 'There' });
  });

  test('the menu that replaces the summary takes its focus', async () => {
    act(() => summary().focus());
    await screen.findByRole('button', { name: 'More' });
    expect(document.activeElement).toBe(label());
  });
});

test('a menu opened before the script loaded stays open, and so does its replacement', async () => {
  const container = document.createElement('div');
  container.innerHTML = render(<Page />).container.innerHTML;
  cleanup();
  document.body.append(container);
  container.querySelector('details')!.open = true;
  render(<Page />, { container, hydrate: true });
  await comeNear();
  expect(isOpen()).toBe(true);
});

describe('as a navigation ends', () => {
  const Visits = createRemixStub([{ path: '*', Component: Visit }]);
  const details = () => summary().closest('details')!;
  /** Presses the label as the next page is drawn, before its effects. */
  function Visit() {
    const { pathname } = useLocation();
    useLayoutEffect(() => {
      if (pathname === '/pressed') summary().dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    }, [pathname]);
    return (
      <>
        <Menu label="More" labelClass="">
          There
        </Menu>
        <Link to="/other">Other</Link>
        <Link to="/pressed">Pressed</Link>
        <h1>{pathname}</h1>
      </>
    );
  }
  const visit = async (name: string) => {
    fireEvent.click(screen.getByText(name));
    await screen.findByRole('heading', { name: `/${name.toLowerCase()}` });
  };

  test('it closes', async () => {
    render(<Visits />);
    fireEvent.pointerDown(summary(), { button: 0, ...mouse });
    expect(details().open).toBe(true);
    await visit('Other');
    expect(details().open).toBe(false);
  });

  test('a mouse that left with it does not open it again', async () => {
    render(<Visits />);
    await comeNear();
    vi.useFakeTimers();
    fireEvent.pointerEnter(label(), mouse);
    await act(async () => fireEvent.click(screen.getByText('Other')));
    screen.getByRole('heading', { name: '/other' });
    act(() => vi.advanceTimersByTime(400));
    expect(label().getAttribute('aria-expanded')).toBe('false');
  });

  test('a menu pressed at that moment opens', async () => {
    render(<Visits />);
    await visit('Pressed');
    expect(details().open).toBe(true);
  });
});

describe('once a hand has come near', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  beforeEach(async () => {
    render(<Page />);
    await comeNear();
    vi.useFakeTimers();
  });

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

  test('a click that comes as the mouse has opened it does not close it, a later one does', () => {
    const press = () => fireEvent.pointerDown(label(), { button: 0, ...mouse });
    fireEvent.pointerEnter(label(), mouse);
    pass(300);
    pass(50); // the open menu listens for presses outside of it
    press();
    expect(isOpen()).toBe(true);
    pass(500);
    press();
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
});
