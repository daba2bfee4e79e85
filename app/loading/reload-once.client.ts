const KEY = 'reloaded-at';
const GUARD_MS = 10_000;

/**
 * A part of the page that cannot be loaded belongs to a build that is gone: the page is loaded anew, but not again within
 * ten seconds, so that a server that is really broken is not hammered by a page that blinks; nor while the network is gone,
 * when nothing would come in its place.
 * @returns whether it reloads
 */
export function reloadOnce(now = Date.now(), reload = () => location.reload()): boolean {
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now - last < GUARD_MS) return false;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    return false; // without a memory there is no telling how often
  }
  reload();
  return true;
}

export function reloadWhenPartsAreGone(): void {
  addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}
