/** At most `most` works run at once, and one of each caller; others wait, the first to come first. */
export function limitConcurrency(most: number): <T>(caller: string | undefined, work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>) => {
    if (running < most) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
  const ends = new Map<string | undefined, Promise<void>>();
  return (caller, work) => {
    const outcome = Promise.resolve(ends.get(caller)).then(() => inTurn(work));
    const forget = () => {
      if (ends.get(caller) === end) ends.delete(caller);
    };
    const end: Promise<void> = outcome.then(forget, forget);
    ends.set(caller, end);
    return outcome;
  };
}
