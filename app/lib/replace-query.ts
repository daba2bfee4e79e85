const replaced = 'queryreplaced';

/** Changes the address for reloads and links, without the router, so that no data is loaded. */
export function replaceQuery(change: (query: URLSearchParams) => void): void {
  const address = new URL(window.location.href);
  change(address.searchParams);
  if (address.href === window.location.href) return;
  window.history.replaceState(window.history.state, '', address);
  window.dispatchEvent(new Event(replaced));
}

/** Calls `onReplaced` after each change by `replaceQuery`, until the returned function is called. */
export function watchQuery(onReplaced: () => void): () => void {
  window.addEventListener(replaced, onReplaced);
  return () => window.removeEventListener(replaced, onReplaced);
}
