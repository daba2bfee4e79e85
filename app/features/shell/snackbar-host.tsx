import { useLocation } from '@remix-run/react';
import { useState } from 'react';

import { Snackbar } from '~/components/snackbar';
import { useRootData } from '~/lib/root-data';

/** Keeps a flash message while its page loads its data again. An error leaves with its page: a login may have answered it. */
export function SnackbarHost() {
  const given = useRootData()?.snackbar ?? null;
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const [last, setLast] = useState({ given, shown: given, page, count: 0 });
  if (given !== last.given) {
    setLast(given ? { given, shown: given, page, count: last.count + 1 } : { ...last, given });
  }
  const { shown } = last;
  if (!shown || (shown.color === 'error' && page !== last.page)) return null;
  return <Snackbar key={last.count} {...shown} />;
}
