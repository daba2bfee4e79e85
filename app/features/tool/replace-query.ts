/** Changes the address for reloads and links, without the router, so that no data is loaded. */
export function replaceQuery(change: (query: URLSearchParams) => void): void {
  const address = new URL(window.location.href);
  change(address.searchParams);
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address);
}
