import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { scrollSmoothly } from '~/features/shell/smooth-scroll.client';

const TOP = 1_000;
let place = 0;

beforeEach(() => {
  vi.useFakeTimers();
  place = 0;
  document.body.innerHTML = '<a href="#there">Go</a><a href="#nowhere">Lost</a><h2 id="there">There</h2>';
  vi.spyOn(window, 'scrollTo').mockImplementation((...args: unknown[]) => {
    place = (args[0] as ScrollToOptions).top!;
  });
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => place);
  vi.spyOn(HTMLHeadingElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top: TOP - place }) as DOMRect,
  );
});
afterEach(() => vi.useRealTimers());

function click(name: string, { prefersStill = false, ctrlKey = false } = {}): boolean {
  vi.stubGlobal('matchMedia', () => ({ matches: prefersStill }));
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(scrollSmoothly());
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)!;
  return !link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey }));
}

test('a link to a part of the page leads there in 500 ms, and leaves address and history as they are', () => {
  const { length } = history;
  expect(click('Go')).toBe(true);
  vi.advanceTimersByTime(250);
  expect(place).toBeGreaterThan(300);
  expect(place).toBeLessThan(700);
  vi.advanceTimersByTime(270);
  expect(place).toBe(TOP);
  expect(document.activeElement?.id).toBe('there');
  expect(location.hash).toBe('');
  expect(history.length).toBe(length);
});

test('a scroll of the user ends the animation', () => {
  click('Go');
  vi.advanceTimersByTime(100);
  place = 20;
  vi.advanceTimersByTime(500);
  expect(place).toBe(20);
});

test('with reduced motion it jumps at once', () => {
  click('Go', { prefersStill: true });
  expect(place).toBe(TOP);
});

test('a part that is not there, and a link for another tab, are the browser’s', () => {
  expect(click('Lost')).toBe(false);
  expect(click('Go', { ctrlKey: true })).toBe(false);
});
