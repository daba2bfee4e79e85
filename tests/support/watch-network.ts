import { afterAll, afterEach, beforeAll } from 'vitest';

import { isLoopback, reachLocalServers } from './local-requests';
import { network } from './network';

let strangers: string[] = [];

beforeAll(() =>
  reachLocalServers(network, () =>
    network.listen({
      onUnhandledRequest({ method, url }) {
        if (isLoopback(new URL(url).hostname)) return;
        strangers.push(`${method} ${url}`);
        throw new Error(`No test may reach ${url}.`);
      },
    }),
  ),
);

afterEach(() => {
  network.resetHandlers();
  const unmatched = strangers;
  strangers = [];
  if (unmatched.length > 0) throw new Error(`Requests that no fake answers:\n${unmatched.join('\n')}`);
});

afterAll(() => network.close());
