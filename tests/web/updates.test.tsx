import './support/environment';

import { fireEvent, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { network } from '#tests/support/network';

import { newerBuild, watchForNewBuild } from '~/features/update/build-check.client';
import { registerServiceWorker } from '~/features/update/service-worker.client';
import { UpdateOffer } from '~/features/update/update-offer';
import { reloadOnce } from '~/features/connection/reload-once.client';
import { InstallOffer } from '~/features/install/install-offer';
import { captureInstallPrompt } from '~/features/install/use-install';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.__remixManifest = { version: 'old' } as typeof window.__remixManifest;
});

function serve(latest: string, whole: string[] = [latest]) {
  const asked: string[] = [];
  network.use(
    http.get('*/builds/latest.json', ({ request }) => {
      asked.push(request.cache);
      return HttpResponse.json({ id: latest, timestamp: 1 });
    }),
    http.get('*/builds/meta/:file', ({ params }) => {
      const id = String(params.file).replace('.json', '');
      return whole.includes(id) ? HttpResponse.json({ id, timestamp: 1 }) : new HttpResponse(null, { status: 404 });
    }),
  );
  return asked;
}

test('a build of another id is newer, the own one is not, and one that is half there is none yet', async () => {
  serve('new');
  expect(await newerBuild()).toBe('new');
  serve('old');
  expect(await newerBuild()).toBeUndefined();
  serve('new', []);
  expect(await newerBuild()).toBeUndefined();
});

test('a server that is down has no news', async () => {
  network.use(http.get('*/builds/latest.json', () => HttpResponse.error()));
  expect(await newerBuild()).toBeUndefined();
});

test('a newer build is looked for every hour, until there is one', async () => {
  vi.useFakeTimers();
  const asked = serve('old');
  const found = vi.fn();
  const stop = watchForNewBuild(found);
  await vi.advanceTimersByTimeAsync(3_599_999);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const later = serve('new');
  await vi.advanceTimersByTimeAsync(3_600_000);
  await vi.waitFor(() => expect(found).toHaveBeenCalledWith('new'));
  await vi.advanceTimersByTimeAsync(7_200_000);
  expect(later).toHaveLength(1);
  stop();
});

test('the offered reload happens also where the browser refuses service workers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  serve('new');
  render(<UpdateOffer />);
  await vi.advanceTimersByTimeAsync(3_600_000);
  const button = await screen.findByRole('button', { name: 'Reload' });
  const getRegistration = vi.fn().mockRejectedValue(new DOMException('No.', 'SecurityError'));
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { getRegistration } } }));
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  fireEvent.click(button);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('a page whose parts are gone is loaded anew once in ten seconds', () => {
  const reload = vi.fn();
  expect(reloadOnce(100_000, reload)).toBe(true);
  expect(reloadOnce(109_999, reload)).toBe(false);
  expect(reloadOnce(110_000, reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a page whose network is gone stays as it is, with all that was done on it', () => {
  const reload = vi.fn();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(reloadOnce(100_000, reload)).toBe(false);
  onLine.mockReturnValue(true);
  expect(reloadOnce(100_000, reload)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

captureInstallPrompt();

async function offerInstall(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => ({ outcome }));
  fireEvent(window, Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  return prompt;
}

test('installing is offered when the browser can; a no is remembered, and it is not offered again', async () => {
  const first = render(<InstallOffer />);
  expect(screen.queryByText(/install it on this device/)).toBeNull();
  await offerInstall('accepted');
  fireEvent.click(await screen.findByRole('button', { name: 'Don’t install' }));
  expect(screen.queryByText(/install it on this device/)).toBeNull();
  first.unmount();
  render(<InstallOffer />);
  await offerInstall('accepted');
  expect(screen.queryByText(/install it on this device/)).toBeNull();
});

test('a refusal given to the browser itself is remembered, too', async () => {
  render(<InstallOffer />);
  const prompt = await offerInstall('dismissed');
  fireEvent.click(await screen.findByRole('button', { name: 'Install' }));
  await vi.waitFor(() => expect(localStorage.getItem('install-refused')).toBe('yes'));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByText(/install it on this device/)).toBeNull();
});

test('an accepted offer closes, and no refusal is stored', async () => {
  render(<InstallOffer />);
  await offerInstall('accepted');
  fireEvent.click(await screen.findByRole('button', { name: 'Install' }));
  await vi.waitFor(() => expect(screen.queryByText(/install it on this device/)).toBeNull());
  expect(localStorage.getItem('install-refused')).toBeNull();
});

test('the worker’s file is asked for every 3600 s, past all caches, and taken only if it is there', async () => {
  vi.useFakeTimers();
  const update = vi.fn();
  const register = vi.fn(async () => ({ installing: null, update }));
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { register } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const asked: RequestCache[] = [];
  let isThere = true;
  network.use(
    http.get('*/service-worker.js', ({ request }) => {
      asked.push(request.cache);
      return new HttpResponse('', { status: isThere ? 200 : 503 });
    }),
  );

  await registerServiceWorker();
  await vi.advanceTimersByTimeAsync(3_599_000);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1));
  isThere = false;
  await vi.advanceTimersByTimeAsync(3_600_000);
  await vi.waitFor(() => expect(asked).toEqual(['no-store', 'no-store']));
  expect(update).toHaveBeenCalledTimes(1);
});

/** A registration whose worker ends its installation soon, in the given state. */
function installing(state: ServiceWorkerState) {
  const worker = Object.assign(new EventTarget(), { state: 'installing' as ServiceWorkerState });
  setTimeout(() => {
    worker.state = state;
    worker.dispatchEvent(new Event('statechange'));
  });
  return { installing: worker };
}

test('the worker is registered again after a lost connection, also one that cut its installation short', async () => {
  vi.useFakeTimers();
  const register = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('An unknown error occurred when fetching the script.'))
    .mockImplementationOnce(async () => installing('redundant'))
    .mockImplementationOnce(async () => installing('installed'));
  const browser = { onLine: true, serviceWorker: { register } };
  vi.stubGlobal('navigator', browser);
  onTestFinished(() => void vi.unstubAllGlobals());
  const end = vi.fn();
  void registerServiceWorker().then(end);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(register).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(register).toHaveBeenCalledTimes(2);
  browser.onLine = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10);
  expect(register).toHaveBeenCalledTimes(3);
  expect(end).toHaveBeenCalledOnce();
});

test('a browser that refuses workers is asked once', async () => {
  vi.useFakeTimers();
  const register = vi.fn().mockRejectedValue(new DOMException('No.', 'SecurityError'));
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { register } });
  onTestFinished(() => void vi.unstubAllGlobals());
  await registerServiceWorker();
  expect(register).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
