import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen } from '@testing-library/react';
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

test('a tag that has been loaded is stopped when the visitor declines, and goes on after a new consent', async () => {
  const { useAnalytics } = await import('./use-analytics');
  const { useConsentFetcher } = await import('./use-analytics-consent');
  const Page = () => {
    useAnalytics();
    const { submit } = useConsentFetcher();
    const choose = (choice: string) => submit({ choice }, { method: 'post', action: '/choice' });
    return ['yes', 'no'].map((choice) => (
      <button key={choice} onClick={() => choose(choice)}>
        {choice}
      </button>
    ));
  };
  const tag = { id: 'G-1', url: 'https://tag.example.com' };
  onTestFinished(() => {
    for (const name of ['dataLayer', `ga-disable-${tag.id}`]) Reflect.deleteProperty(window, name);
  });
  let choice = 'yes';
  const Stub = createRemixStub([
    { id: 'root', path: '/', Component: Page, loader: () => ({ measuring: { tag, choice } }) },
    {
      path: '/choice',
      action: async ({ request }) => {
        choice = String((await request.formData()).get('choice'));
        return null;
      },
    },
  ]);
  render(<Stub hydrationData={{ loaderData: { root: { measuring: { tag, choice } } } }} />);
  const isStopped = () => (window as unknown as Record<string, boolean>)[`ga-disable-${tag.id}`];
  await vi.waitFor(() => expect(isStopped()).toBe(false));
  fireEvent.click(screen.getByText('no'));
  await vi.waitFor(() => expect(isStopped()).toBe(true));
  fireEvent.click(screen.getByText('yes'));
  await vi.waitFor(() => expect(isStopped()).toBe(false));
});
