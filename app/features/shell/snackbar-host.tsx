import { useRouteLoaderData } from '@remix-run/react';
import { useState } from 'react';

import { Snackbar } from '~/components/snackbar';
import type { loader } from '~/root';

/** Keeps a flash message during revalidation. */
export function SnackbarHost() {
  const given = useRouteLoaderData<typeof loader>('root')?.snackbar ?? null;
  const [last, setLast] = useState({ given, shown: given, count: 0 });
  if (given !== last.given) setLast({ given, shown: given ?? last.shown, count: last.count + (given ? 1 : 0) });
  return last.shown ? <Snackbar key={last.count} {...last.shown} /> : null;
}
