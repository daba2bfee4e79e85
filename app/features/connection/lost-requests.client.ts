let waiting = 0;
const listeners = new Set<() => void>();

const notify = () => listeners.forEach((listener) => listener());

/** Counts waiting requests. The returned function ends one wait. */
export function addLostRequest(): () => void {
  waiting++;
  notify();
  return () => {
    waiting--;
    notify();
  };
}

export const isConnectionLost = (): boolean => waiting > 0 || !navigator.onLine;

export function onConnectionChange(listener: () => void): () => void {
  const listening = new AbortController();
  listeners.add(listener);
  for (const name of ['online', 'offline']) addEventListener(name, listener, { signal: listening.signal });
  return () => {
    listeners.delete(listener);
    listening.abort();
  };
}
