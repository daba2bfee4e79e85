import './support/environment';

import { act } from '@testing-library/react';
import { lazy, useState, type ComponentType, type ContextType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { UNSAFE_LocationContext as LocationContext, useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';

import { HydrationBoundary } from '~/loading/hydration-boundary';

interface Values {
  address: string;
  credits: number;
}

function locationOf(address: string) {
  const { pathname, search, hash } = new URL(address, 'https://site.test');
  return { location: { pathname, search, hash } } as ContextType<typeof LocationContext>;
}

function Shown({ credits }: { credits: number }) {
  return `${credits} credits ${useLocation().hash}`;
}

/** A page whose part waits for its script. */
async function hydratedPage() {
  let arrive = () => {};
  const isLoaded = new Promise<void>((resolve) => (arrive = resolve));
  const Late = lazy(() => isLoaded.then(() => ({ default: Shown })));
  let update = (_values: Values) => {};
  function Page({ Part }: { Part: ComponentType<{ credits: number }> }) {
    const [{ address, credits }, setValues] = useState<Values>({ address: '/pricing', credits: 1 });
    update = setValues;
    return (
      <LocationContext.Provider value={locationOf(address)}>
        <HydrationBoundary>{credits > 9 ? <p>Enough</p> : <Part credits={credits} />}</HydrationBoundary>
      </LocationContext.Provider>
    );
  }
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Page Part={Shown} />);
  const onRecoverableError = vi.fn();
  await act(async () => void hydrateRoot(page, <Page Part={Late} />, { onRecoverableError }));
  return {
    page,
    onRecoverableError,
    arrive: () => act(async () => arrive()),
    update: (values: Values) => act(async () => update(values)),
  };
}

test('a part gets updates of its properties and of the router once it is hydrated', async () => {
  const { page, update, arrive, onRecoverableError } = await hydratedPage();
  await update({ address: '/pricing#plans', credits: 2 });
  expect(page.textContent).toBe('1 credits ');
  await arrive();
  await vi.waitFor(() => expect(page.textContent).toBe('2 credits #plans'));
  await update({ address: '/pricing#faq', credits: 3 });
  expect(page.textContent).toBe('3 credits #faq');
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('another address shows its content, even if the script of the first never comes', async () => {
  const { page, update } = await hydratedPage();
  await update({ address: '/pricing?pay=once', credits: 10 });
  expect(page.textContent).toBe('Enough');
});
