import { createRemixStub } from '@remix-run/testing';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Task } from '#contract/index';

import type { PolledTask } from './poll-task.server';
import { usePolledTask } from './use-polled-task';

const given: Task = {
  task_id: '019a9e00-0000-7000-8000-00000000d002',
  status: 'running',
  stage: 'swapping',
  progress: 10,
  eta_seconds: null,
  queue_position: null,
  poll_after_ms: 400,
  error: null,
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

/** Polls the answers in order, repeating the last. */
function waitFor(answers: (PolledTask | 'lost' | 'unavailable' | 'broken' | 'refused')[]) {
  let asked = 0;
  let loaded = 0;
  vi.stubGlobal('fetch', async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]!;
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    if (answer === 'refused') return Response.json({ refused: 'It has been deleted.' }, { status: 404 });
    if (answer === 'broken') return new Response(null, { status: 500 });
    return answer === 'unavailable' ? new Response(null, { status: 503 }) : Response.json(answer);
  });
  function Page() {
    return <p role="status">{usePolledTask(given, '/status').progress}</p>;
  }
  const Stub = createRemixStub([{ id: 'page', path: '/', Component: Page, loader: () => ({ loaded: ++loaded }) }]);
  render(<Stub hydrationData={{ loaderData: { page: {} } }} />);
  return { asked: () => asked, loaded: () => loaded, shown: () => screen.getByRole('status').textContent };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const running = (progress: number) => ({ task: { ...given, progress }, isFinished: false });

test('a task is polled at the interval it states; each answer is shown', async () => {
  const page = waitFor([running(40), running(70)]);
  await pass(399);
  expect(page.asked()).toBe(0);
  await pass(1);
  expect([page.asked(), page.shown()]).toEqual([1, '40']);
  await pass(400);
  expect([page.asked(), page.shown()]).toEqual([2, '70']);
});

test('once the task is over, the page is loaded anew, once, and polling ends', async () => {
  const page = waitFor([{ task: { ...given, status: 'succeeded', progress: 100 }, isFinished: true }]);
  await pass(400);
  await pass(10_000);
  expect([page.asked(), page.loaded()]).toEqual([1, 1]);
});

test.each([
  ['lost', 300],
  ['unavailable', 300],
  ['broken', 2_000],
] as const)('an answer that is %s is requested again after %d ms', async (how, ms) => {
  const page = waitFor([how, running(50)]);
  await pass(400);
  await pass(ms - 1);
  expect([page.asked(), page.shown()]).toEqual([1, '10']);
  await pass(1);
  expect([page.asked(), page.shown()]).toEqual([2, '50']);
});

test('a task that was deleted elsewhere is not asked for again, and the page is loaded anew', async () => {
  const page = waitFor(['refused']);
  await pass(400);
  await pass(10_000);
  expect([page.asked(), page.loaded()]).toEqual([1, 1]);
});
