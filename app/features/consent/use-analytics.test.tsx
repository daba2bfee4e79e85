import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unhandledRejections } from '#tests/support/unhandled-rejections';

test('a script of the analytics that an ad blocker stops is not reported as an error of the page', async () => {
  vi.resetModules();
  const load = vi.fn();
  vi.doMock('./analytics.client', () => {
    load();
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => void vi.doUnmock('./analytics.client'));
  const unhandled = unhandledRejections();
  const { useAnalytics } = await import('./use-analytics');
  const Page = () => {
    useAnalytics();
    return <p>The page</p>;
  };
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: Page }]);
  const measuring = { tag: { id: 'UA-1', url: 'https://tag.example.com' }, choice: 'yes' };
  render(<Stub hydrationData={{ loaderData: { root: { measuring } } }} />);
  await screen.findByText('The page');
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
});
