import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { network } from '#tests/support/network';

import { isConnectionLost } from './lost-requests.client';
import { sendUntilAnswered } from './send-until-answered.client';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

/** Fails the given times, then answers. */
function failing(times: number, failure = () => HttpResponse.error()) {
  let attempts = 0;
  network.use(http.get('*/page.data', () => (++attempts > times ? HttpResponse.text('data') : failure())));
  const leave = new AbortController();
  const { signal } = leave;
  const answer = sendUntilAnswered(() => fetch('http://localhost/page.data', { signal }), signal);
  return { answer, leave, attempts: () => attempts };
}

/** Records the pause before the second attempt, which is the only timer of 300 ms. */
function recordPause() {
  const set = vi.spyOn(window, 'setTimeout');
  const clear = vi.spyOn(window, 'clearTimeout');
  const place = () => set.mock.calls.findIndex(([, ms]) => ms === 300);
  return { isCleared: () => clear.mock.calls.some(([timer]) => timer === set.mock.results[place()]?.value) };
}

async function paused(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
}

test('a lost request is sent again after 300, 600, 900 and 1200 ms, then every 3 s', async () => {
  const timers = vi.spyOn(window, 'setTimeout');
  const { answer } = failing(6);
  for (let attempt = 1; attempt <= 6; attempt++) {
    await paused();
    expect(isConnectionLost()).toBe(true);
    vi.advanceTimersToNextTimer();
  }
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([300, 600, 900, 1200, 3000, 3000]);
  expect(await (await answer).text()).toBe('data');
  expect(isConnectionLost()).toBe(false);
});

test('the request is sent as soon as the browser is online again', async () => {
  const pause = recordPause();
  const { answer, attempts } = failing(1);
  await paused();
  expect(pause.isCleared()).toBe(false);
  dispatchEvent(new Event('online'));
  expect((await answer).status).toBe(200);
  expect(pause.isCleared()).toBe(true);
  vi.runAllTimers();
  expect(attempts()).toBe(2);
});

test('a proxy without its server counts as a lost connection, an error page of the server as an answer', async () => {
  const { answer } = failing(1, () => new HttpResponse(null, { status: 502 }));
  await paused();
  vi.advanceTimersToNextTimer();
  expect((await answer).status).toBe(200);

  const own = () => new HttpResponse('form', { status: 503, headers: { 'x-remix-response': 'yes' } });
  expect((await failing(1, own).answer).status).toBe(503);
});

test('a page that is left no longer waits', async () => {
  const pause = recordPause();
  const { answer, leave, attempts } = failing(1);
  await paused();
  leave.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  expect(isConnectionLost()).toBe(false);
  expect(pause.isCleared()).toBe(true);
  vi.runAllTimers();
  expect(attempts()).toBe(1);
});
