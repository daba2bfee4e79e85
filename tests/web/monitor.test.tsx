import { beforeEach, expect, test, vi } from 'vitest';

import { monitor, type MonitoringEvent } from '~/features/monitoring/monitor';

const { reported } = vi.hoisted(() => ({ reported: [] as MonitoringEvent[] }));

vi.mock('~/features/monitoring/monitoring.client', () => ({
  startReporting: () => (event: MonitoringEvent) => void reported.push(event),
}));

beforeEach(() => {
  reported.length = 0;
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
