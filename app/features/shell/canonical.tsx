import { useLocation, useMatches } from '@remix-run/react';

import { publicPaths } from '~/lib/paths';
import { useSite } from '~/lib/root-data';

const home = '/';
const picture = '/icons/social.png';

/** Tags that need absolute URLs. */
export function Canonical() {
  const { pathname } = useLocation();
  const origin = useSite()?.origin;
  const routes = useMatches().map(({ id }) => id);
  const isFault = routes.includes('routes/not-found');
  if (!origin || isFault) return null;
  const hasSecretQuery = routes.includes('routes/shared'); // the query identifies the page
  const path = pathname === '/index.html' ? home : pathname;
  return (
    <>
      {publicPaths.includes(path) ? <link rel="canonical" href={origin + path} /> : null}
      {hasSecretQuery ? null : <meta property="og:url" content={origin + path} />}
      <meta property="og:image" content={origin + picture} />
      <meta property="og:image:alt" content="A face mesh beside the words: Swap a face. Keep the moment." />
    </>
  );
}
