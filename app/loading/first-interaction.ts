const interactions = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin', 'scroll', 'dragenter', 'popstate'];

/** Code that only answers interactions loads then, not with the page. */
export const firstInteraction = new Promise<void>((resolve) => {
  if (typeof window === 'undefined') return;
  const listening = new AbortController();
  const begin = () => {
    listening.abort();
    resolve();
  };
  for (const name of interactions) addEventListener(name, begin, { signal: listening.signal, passive: true });
});
