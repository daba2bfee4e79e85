import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

import { attributionCookie, parseAttribution, attributionKey, type Attribution } from './attribution';
import { writeLocal, readLocal } from '~/lib/local-storage';

/** Mirrors the attribution in the cookie. */
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
