const KEY = 'reloaded-at';
const GUARD_MS = 10_000;

/**
 * Reloads the page after one of its scripts could not be loaded, most often because a newer build has replaced it. Does
 * nothing within ten seconds of the last reload, so that a broken server does not cause a loop, nor while offline.
 * @returns whether it reloads
 */
export function reloadOnce(now = Date.now(), reload = () => location.reload()): boolean {
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now - last < GUARD_MS) return false;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    return false; // without storage a loop could not be detected
  }
  reload();
  return true;
}

export function reloadWhenPartsAreGone(): void {
  addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}
