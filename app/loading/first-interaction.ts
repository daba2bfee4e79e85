/** Events that show a visitor using the page: pointer, keyboard, focus, scrolling, a dragged file, the back button. */
const interactions = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin', 'scroll', 'dragenter', 'popstate'];

/** Resolves on the first user interaction; code that only answers interactions is loaded then, not with the page. */
export const firstInteraction = new Promise<void>((resolve) => {
  if (typeof window === 'undefined') return;
  const listening = new AbortController();
  const begin = () => {
    listening.abort();
    resolve();
  };
  for (const name of interactions) addEventListener(name, begin, { signal: listening.signal, passive: true });
});
