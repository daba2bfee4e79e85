const WORKER = '/service-worker.js';
const CHECK_MS = 3_600_000;

/** Registers the service worker (shared files, offline page) and checks hourly for a newer one. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
    setInterval(() => void checkForUpdate(registration), CHECK_MS);
  } catch {
    // Registration may be forbidden: the site works without it.
  }
}

/** Fetches the script first: an outage or an HTML reply must not unregister the worker. */
async function checkForUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.installing || !navigator.onLine) return;
  const answer = await fetch(WORKER, { cache: 'no-store', headers: { 'cache-control': 'no-cache' } }).catch(() => null);
  if (answer?.ok) await registration.update();
}

/** Activates a waiting worker, so that the reloaded page uses it from the start. */
export async function activateWaitingWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage('take-over');
}
