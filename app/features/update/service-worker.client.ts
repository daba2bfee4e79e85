const WORKER = '/service-worker.js';
const CHECK_MS = 3_600_000;

/** Registers the worker that keeps shared files and the offline page, and asks every hour, past all caches, for a newer one. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
    setInterval(() => void checkForUpdate(registration), CHECK_MS);
  } catch {
    // A browser may forbid workers: the site works without one.
  }
}

/** Asks for the file first: a server that is down or answers with a page must not unregister anything. */
async function checkForUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.installing || !navigator.onLine) return;
  const answer = await fetch(WORKER, { cache: 'no-store', headers: { 'cache-control': 'no-cache' } }).catch(() => null);
  if (answer?.ok) await registration.update();
}

/** Lets a worker that waits take over, so that the page which reloads is the new one throughout. */
export async function activateWaitingWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage('take-over');
}
