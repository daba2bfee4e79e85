import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { watchQuery } from './replace-query';

/** That of the address, also after `replaceQuery`, which the router does not know of. */
export function useQuery(): string {
  const { search, key } = useLocation();
  const [replaced, setReplaced] = useState<{ key: string; search: string } | null>(null);
  useEffect(() => watchQuery(() => setReplaced({ key, search: window.location.search })), [key]);
  return replaced?.key === key ? replaced.search : search;
}
