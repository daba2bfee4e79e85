import { useEffect, useState } from 'react';

import { loadAgain } from './load-again';

/** A second use renders at once. */
const loaded = new Map<unknown, unknown>();

/** @returns undefined until loaded, and if it cannot be loaded */
export function useLazy<Part>(load: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [part, setPart] = useState<Part | undefined>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    const known = loaded.get(load) as Part | undefined;
    if (known) return setPart(known);
    let isUnmounted = false;
    const keep = (found: Part) => {
      loaded.set(load, found);
      if (!isUnmounted) setPart(found);
    };
    // The page works without the part.
    load()
      .catch(() => loadAgain(load))
      .then(keep, () => {});
    return () => void (isUnmounted = true);
  }, [load, isWanted]);
  return part;
}
