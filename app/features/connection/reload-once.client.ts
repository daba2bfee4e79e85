const KEY = 'reloaded-at';
const GUARD_MS = 10_000;

/**
 * For a missing script, mostly replaced by a newer build. Not while offline, nor within ten seconds of the
 * last reload: prevents loops.
 * @returns whether it reloads
 */
export function reloadOnce(now = Date.now(), reload = () => location.reload()): boolean {
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now - last < GUARD_MS) return false;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    return false; // loops could not be detected
  }
  reload();
  return true;
}
