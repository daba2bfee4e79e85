import './support/environment';

import { act } from '@testing-library/react';
import { lazy, useState, type ContextType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { UNSAFE_LocationContext as LocationContext, useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';

import { HydrationBoundary } from '~/loading/hydration-boundary';

const at = (pathname: string) => ({ location: { pathname } }) as ContextType<typeof LocationContext>;

function Shown({ credits }: { credits: number }) {
  return `${useLocation().pathname} with ${credits} credits`;
}

test('a part gets updates of its properties and of the router once it is hydrated', async () => {
  let arrive = () => {};
  const isLoaded = new Promise<void>((resolve) => (arrive = resolve));
  const Late = lazy(() => isLoaded.then(() => ({ default: Shown })));
  let update = (_values: { path: string; credits: number }) => {};
  function Page({ Part }: { Part: typeof Shown | typeof Late }) {
    const [{ path, credits }, setValues] = useState({ path: '/first', credits: 1 });
    update = setValues;
    return (
      <LocationContext.Provider value={at(path)}>
        <HydrationBoundary>
          <Part credits={credits} />
        </HydrationBoundary>
      </LocationContext.Provider>
    );
  }
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Page Part={Shown} />);
  const onRecoverableError = vi.fn();
  await act(async () => void hydrateRoot(page, <Page Part={Late} />, { onRecoverableError }));
  await act(async () => update({ path: '/second', credits: 2 }));
  expect(page.textContent).toBe('/first with 1 credits');
  await act(async () => arrive());
  await vi.waitFor(() => expect(page.textContent).toBe('/second with 2 credits'));
  await act(async () => update({ path: '/third', credits: 3 }));
  expect(page.textContent).toBe('/third with 3 credits');
  expect(onRecoverableError).not.toHaveBeenCalled();
});
