import { fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { unhandledRejections } from '#tests/support/unhandled-rejections';

import { FullScreen } from './full-screen';

/** jsdom has no full screen. */
function withFullScreen(requestFullscreen: () => Promise<void>): void {
  Object.assign(Element.prototype, { requestFullscreen });
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'requestFullscreen');
    Reflect.deleteProperty(document, 'fullscreenEnabled');
  });
}

test('a full screen that the browser refuses is not reported as an error of the page', async () => {
  let requests = 0;
  // A spy would handle the rejection.
  withFullScreen(async () => {
    requests++;
    throw new TypeError('Permissions check failed');
  });
  const unhandled = unhandledRejections();
  render(<FullScreen>A photo</FullScreen>);
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }));
  await new Promise(setImmediate);
  expect(requests).toBe(1);
  expect(unhandled).not.toHaveBeenCalled();
});

test('after the full screen, the focus is on its button again', () => {
  withFullScreen(async () => {});
  render(<FullScreen>A photo</FullScreen>);
  const button = screen.getByRole('button', { name: 'Full screen' });
  fireEvent.click(button);
  fireEvent(document, new Event('fullscreenchange'));
  expect(document.activeElement).toBe(button);
});
