import { afterAll, afterEach, beforeAll } from 'vitest';

import { network } from './network';

/** Local servers are real. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
let strangers: string[] = [];

beforeAll(() =>
  network.listen({
    onUnhandledRequest({ method, url }) {
      if (LOOPBACK.has(new URL(url).hostname)) return;
      strangers.push(`${method} ${url}`);
      throw new Error(`No test may reach ${url}.`);
    },
  }),
);

afterEach(() => {
  network.resetHandlers();
  const unmatched = strangers;
  strangers = [];
  if (unmatched.length > 0) throw new Error(`Requests that no fake answers:\n${unmatched.join('\n')}`);
});

afterAll(() => network.close());
