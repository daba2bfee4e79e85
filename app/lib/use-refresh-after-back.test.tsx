import { createRemixStub } from '@remix-run/testing';
import { act, render, screen } from '@testing-library/react';
import { useLoaderData } from '@remix-run/react';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import { useRefreshAfterBack } from './use-refresh-after-back';

function Page() {
  useRefreshAfterBack();
  return <p>Load {useLoaderData<number>()}</p>;
}

function show() {
  let loads = 0;
  const Stub = createRemixStub([{ path: '/', Component: Page, loader: () => ++loads }]);
  render(<Stub />);
}

const showAgain = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('a page that the history kept is loaded anew when it is shown again', async () => {
  show();
  await screen.findByText('Load 1');
  showAgain(false);
  showAgain(true);
  await screen.findByText('Load 2');
});

test.each([
  ['back_forward', 2],
  ['navigate', 1],
])('a page whose document was opened by %s is loaded so often: %i', async (type, loads) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
  show();
  await screen.findByText(`Load ${loads}`);
  await act(() => setImmediate()); // a load that follows is over
  expect(screen.queryByText(`Load ${loads + 1}`)).toBeNull();
});
