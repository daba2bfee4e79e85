import { useEffect, useState } from 'react';

/** Whoever asks a second time need not wait. */
const loaded = new Map<unknown, unknown>();

/**
 * A part of the page that is loaded once it is wanted.
 * @returns undefined until it is there, and for good where it cannot be had
 */
export function useLater<Part>(load: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [part, setPart] = useState<Part | undefined>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    const known = loaded.get(load) as Part | undefined;
    if (known) return setPart(known);
    let isGone = false;
    const keep = (found: Part) => {
      loaded.set(load, found);
      if (!isGone) setPart(found);
    };
    // A page whose parts are gone is loaded anew, see reload-once; until then it does without.
    load().then(keep, () => {});
    return () => void (isGone = true);
  }, [load, isWanted]);
  return part;
}
