import { useState } from 'react';

import { Snackbar } from '~/components/snackbar';
import { useRootData } from '~/lib/root-data';

/** Keeps a flash message during revalidation. */
export function SnackbarHost() {
  const given = useRootData()?.snackbar ?? null;
  const [last, setLast] = useState({ given, shown: given, count: 0 });
  if (given !== last.given) setLast({ given, shown: given ?? last.shown, count: last.count + (given ? 1 : 0) });
  return last.shown ? <Snackbar key={last.count} {...last.shown} /> : null;
}
