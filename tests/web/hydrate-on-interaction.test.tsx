import './support/environment';

import { act, fireEvent } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Suspense, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';

import { network } from '#tests/support/network';

import { hydrateOnInteraction } from '~/loading/hydrate-on-interaction';

/** Server HTML with one deferred part. */
function renderedPage() {
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <Suspense fallback={null}>
      <p>as the server rendered it</p>
    </Suspense>,
  );
  return page;
}

const hydrate = (page: HTMLElement, Part: ComponentType) =>
  act(async () => {
    hydrateRoot(
      page,
      <MemoryRouter future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
        <Part />
      </MemoryRouter>,
    );
  });

const interact = () => act(async () => void dispatchEvent(new Event('pointerdown')));

test('a part stays as the server rendered it until its script can be loaded', async () => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  network.use(http.head('*/builds/latest.json', () => isAnswered.then(() => new HttpResponse())));
  const load = vi.fn(async () => () => <p>as the server rendered it</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = await hydrateOnInteraction(load);
  const page = renderedPage();
  await hydrate(page, Part);
  expect(load).not.toHaveBeenCalled();
  await interact();
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await act(async () => {});
  expect(page.textContent).toBe('as the server rendered it');
  await act(async () => answer());
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

test('a part handles clicks after its script has loaded', async () => {
  const answered = vi.fn();
  const Part = await hydrateOnInteraction(async () => () => <p onClick={answered}>as the server rendered it</p>);
  const page = document.body.appendChild(renderedPage());
  await hydrate(page, Part);
  await interact();
  fireEvent.click(page.querySelector('p')!);
  expect(answered).toHaveBeenCalledOnce();
});
