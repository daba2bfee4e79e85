const WORKER = '/service-worker.js';
const CHECK_MS = 3_600_000;
/** Doubles after each lost connection. */
const FIRST_PAUSE_MS = 2_000;

/** Checks hourly for a newer worker. Ends early where the browser refuses workers: the site works without. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await untilInstalled();
    setInterval(() => void checkForUpdate(registration), CHECK_MS);
  } catch {
    // SecurityError: the visitor's settings forbid workers.
  }
}

/**
 * Registers again, once online, after a connection that was lost before the worker had all its files.
 * @throws what no later attempt would change
 */
async function untilInstalled(): Promise<ServiceWorkerRegistration> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, CHECK_MS)) {
    try {
      const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
      if (!registration.installing || (await isInstalled(registration.installing))) return registration;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'SecurityError') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  }
}

/** A worker whose installation failed is redundant. */
function isInstalled(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => worker.state !== 'installing' && resolve(worker.state !== 'redundant');
    worker.addEventListener('statechange', look);
    look();
  });
}

/** Fetches the script first: an outage or HTML reply must not unregister the worker. */
async function checkForUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.installing || !navigator.onLine) return;
  const answer = await fetch(WORKER, { cache: 'no-store', headers: { 'cache-control': 'no-cache' } }).catch(() => null);
  if (!answer?.ok) return;
  try {
    await registration.update();
  } catch {
    // The connection was lost in between: the next check comes in an hour.
  }
}

/** The reloaded page uses it from the start. */
export async function activateWaitingWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage('take-over');
}
