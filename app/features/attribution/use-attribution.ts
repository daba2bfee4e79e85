import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

import { attributionCookie, parseAttribution, attributionKey, type Attribution } from './attribution';
import { writeLocal, readLocal } from '~/lib/local-storage';

/** Notes with every navigation where the visitor came from, and sees to it that the server's cookie says the same. */
export function useAttribution(): void {
  const { search } = useLocation();
  useEffect(() => {
    const record = parseAttribution(new URLSearchParams(search));
    if (record) writeLocal(attributionKey, JSON.stringify(record));
    const known = record ?? storedRecord();
    if (known) document.cookie = attributionCookie(known);
  }, [search]);
}

function storedRecord(): Attribution | null {
  try {
    const stored = JSON.parse(readLocal(attributionKey) ?? 'null') as Record<string, string> | null;
    return stored && parseAttribution(new URLSearchParams(stored));
  } catch {
    return null;
  }
}
