import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { unhandledRejections } from '#tests/support/unhandled-rejections';

import { monitor, type MonitoringEvent } from '~/features/monitoring/monitor';

const { reported } = vi.hoisted(() => ({ reported: [] as MonitoringEvent[] }));

vi.mock('~/features/monitoring/monitoring.client', () => ({
  startReporting: () => (event: MonitoringEvent) => void reported.push(event),
}));

beforeEach(() => {
  reported.length = 0;
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work)); // jsdom has none
});

test('an error before the page knows its user is reported with that user', async () => {
  const ada = { type: 'user', user: { id: 'ada' } } as const;
  const early = { type: 'error', error: new Error('early') } as const;
  const late = { type: 'error', error: new Error('late') } as const;
  monitor.record(early);
  monitor.record(ada);
  monitor.record(late);
  monitor.start({} as Parameters<typeof monitor.start>[0]);
  await expect.poll(() => reported.length).toBeGreaterThan(0);
  expect(reported.indexOf(ada)).toBeLessThan(reported.indexOf(early));
  expect(reported).toContain(late);
});

test('a page whose reporting code cannot be loaded goes on without it', async () => {
  vi.resetModules();
  const load = vi.fn();
  vi.doMock('~/features/monitoring/monitoring.client', () => {
    load();
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => void vi.doUnmock('~/features/monitoring/monitoring.client'));
  const unhandled = unhandledRejections();
  const { monitor: unsupported } = await import('~/features/monitoring/monitor');
  unsupported.start({} as Parameters<typeof unsupported.start>[0]);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
});
