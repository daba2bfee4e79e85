import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

import { attributionCookie, attributionIn, attributionKey, type Attribution } from './attribution';
import { keep, kept } from '~/lib/local-storage';

/** Notes with every navigation where the visitor came from, and sees to it that the server's cookie says the same. */
export function useAttribution(): void {
  const { search } = useLocation();
  useEffect(() => {
    const record = attributionIn(new URLSearchParams(search));
    if (record) keep(attributionKey, JSON.stringify(record));
    const known = record ?? storedRecord();
    if (known) document.cookie = attributionCookie(known);
  }, [search]);
}

function storedRecord(): Attribution | null {
  try {
    const stored = JSON.parse(kept(attributionKey) ?? 'null') as Record<string, string> | null;
    return stored && attributionIn(new URLSearchParams(stored));
  } catch {
    return null;
  }
}
