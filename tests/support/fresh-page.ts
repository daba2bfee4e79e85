import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

import { patience } from './patience';

configure({ asyncUtilTimeout: patience.timeout });

/** The files of a process share a window: each test leaves an empty page. */
afterEach(() => {
  cleanup();
  vi.restoreAllMocks(); // before the timers: a spied timer is one of the fake ones
  vi.useRealTimers();
  vi.unstubAllGlobals(); // not only before the next test: the next file may read them while it loads
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
