import { useLocation } from '@remix-run/react';

/** Names the address without its fragment: with one, which a form leaves, the browser would move there instead of loading. */
export function RefreshWithoutScript({ seconds = 2 }: { seconds?: number }) {
  const { pathname, search } = useLocation();
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${seconds};url=${pathname}${search}`} />
    </noscript>
  );
}
