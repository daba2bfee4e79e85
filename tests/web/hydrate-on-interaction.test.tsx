import './support/environment';

import { act, fireEvent } from '@testing-library/react';
import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { takeOverLater } from '~/loading/hydrate-on-interaction';

/** A page as the server sent it, with a part that its script takes over. */
function drawn() {
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <Suspense fallback={null}>
      <p>as the server drew it</p>
    </Suspense>,
  );
  return page;
}

const stir = () => act(async () => void dispatchEvent(new Event('pointerdown')));

test('a part whose script cannot be had stays as the server drew it', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const Part = await takeOverLater(load);
  const page = drawn();
  await act(async () => void hydrateRoot(page, <Part />));
  expect(load).not.toHaveBeenCalled();
  await stir();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await act(async () => {});
  expect(page.textContent).toBe('as the server drew it');
});

test('a part whose script has come answers hands', async () => {
  const answered = vi.fn();
  const Part = await takeOverLater(async () => () => <p onClick={answered}>as the server drew it</p>);
  const page = document.body.appendChild(drawn());
  await act(async () => void hydrateRoot(page, <Part />));
  await stir();
  fireEvent.click(page.querySelector('p')!);
  expect(answered).toHaveBeenCalledOnce();
});
