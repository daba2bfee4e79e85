import { createRemixStub } from '@remix-run/testing';
import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { soonMs, useRefreshWhile } from './use-refresh-while';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

/** @param worksFor number of times that the page is loaded while the work goes on */
function waitFor({ worksFor = Infinity, firstMs }: { worksFor?: number; firstMs?: number } = {}) {
  const begun = Date.now();
  const loads: number[] = [];
  function Page() {
    useRefreshWhile(loads.length < worksFor, firstMs);
    return null;
  }
  const loader = async () => {
    loads.push(Date.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { count: loads.length };
  };
  const Stub = createRemixStub([{ id: 'page', path: '/', Component: Page, loader }]);
  render(<Stub hydrationData={{ loaderData: { page: {} } }} />);
  return loads;
}

const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 10) await act(() => vi.advanceTimersByTimeAsync(10));
};

test('a page is loaded anew every two seconds', async () => {
  const loads = waitFor();
  await pass(6_100);
  expect(loads).toHaveLength(3);
});

test('work of about a second is seen soon after its end, and long work is asked for seldom', async () => {
  const loads = waitFor({ firstMs: soonMs });
  await pass(1_000);
  expect(loads).toHaveLength(3);
  await pass(59_000);
  expect(loads.length).toBeLessThan(45);
  expect(loads.at(-1)! - loads.at(-2)!).toBeGreaterThanOrEqual(2_000);
});

test('once the work has ended, the page stays as it is', async () => {
  const loads = waitFor({ worksFor: 2, firstMs: soonMs });
  await pass(10_000);
  expect(loads).toHaveLength(2);
});
