/** What shows that somebody is there: a hand, a key, the focus, a file held over the page, a step back. */
const signs = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin', 'scroll', 'dragenter', 'popstate'];

/** Resolves once somebody stirs. What only answers a hand waits for it, and costs the first look at a page nothing. */
export const stirring = new Promise<void>((resolve) => {
  if (typeof window === 'undefined') return;
  const listening = new AbortController();
  const begin = () => {
    listening.abort();
    resolve();
  };
  for (const sign of signs) addEventListener(sign, begin, { signal: listening.signal, passive: true });
});
