import { useLocation, useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { replaceQuery } from '~/lib/replace-query';

import { formatTime, type TrimPart } from '~/features/tool/times';

interface Times {
  start: string;
  end: string;
}

/** Browsers limit how often a script may change the address, and a handle moves at each frame. */
const settlesMs = 250;

/** The times as typed. A change is kept in the address, for reloads and for the way back from later steps. */
export function useTrimTimes(before: TrimPart, refused: Partial<Times> = {}) {
  const [search] = useSearchParams();
  const { key: visit } = useLocation();
  const [typed, setTyped] = useState<Times>({
    start: refused.start ?? search.get('start') ?? formatTime(before.start_ms),
    end: refused.end ?? search.get('end') ?? formatTime(before.end_ms),
  });
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    const timer = setTimeout(() => replaceQuery((query) => setTimes(query, typed)), settlesMs);
    return () => clearTimeout(timer);
  }, [typed, isChanged, visit]);
  const type = (times: Times) => {
    setChanged(true);
    setTyped(times);
  };
  return { typed, type };
}

function setTimes(query: URLSearchParams, { start, end }: Times): void {
  query.set('start', start);
  query.set('end', end);
}
