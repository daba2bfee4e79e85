const WORKER = '/service-worker.js';
const CHECK_MS = 3_600_000;

/** Checks hourly for a newer worker. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
    setInterval(() => void checkForUpdate(registration), CHECK_MS);
  } catch {
    // The site works without registration.
  }
}

/** Fetches the script first: an outage or HTML reply must not unregister the worker. */
async function checkForUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.installing || !navigator.onLine) return;
  const answer = await fetch(WORKER, { cache: 'no-store', headers: { 'cache-control': 'no-cache' } }).catch(() => null);
  if (answer?.ok) await registration.update();
}

/** The reloaded page uses it from the start. */
export async function activateWaitingWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage('take-over');
}
