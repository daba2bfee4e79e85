import { useEffect, useState } from 'react';

/** What each loader has returned, so that a second use renders at once. */
const loaded = new Map<unknown, unknown>();

/**
 * Loads a part of the page once it is wanted.
 * @returns undefined until the part is loaded, and for good if it cannot be loaded
 */
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
    // `reloadOnce` reloads a page whose files a newer build has replaced; until then it works without the part.
    load().then(keep, () => {});
    return () => void (isUnmounted = true);
  }, [load, isWanted]);
  return part;
}
