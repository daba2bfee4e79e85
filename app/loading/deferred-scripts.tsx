import { useNonce } from './nonce';

/**
 * Brings the scripts that `scriptsWait` has kept back, once the page has been seen; at once in a hidden tab, which is never
 * painted, and after a second where nobody tells. Runs before any module is there, so it is sent as its own text.
 */
function bringScripts(): void {
  const begin = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]')) {
      link.rel = link.dataset.rel!;
      delete link.dataset.rel;
    }
    for (const kept of document.querySelectorAll<HTMLScriptElement>('script[data-type]')) {
      const script = document.createElement('script');
      Object.assign(script, { type: kept.dataset.type, nonce: kept.nonce, textContent: kept.textContent });
      delete kept.dataset.type;
      document.head.append(script);
      script.remove(); // it runs all the same; React, which takes the page over, knows nothing of it
    }
  };
  if (document.hidden) return begin();
  setTimeout(begin, 1000);
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
}

export function BringScripts() {
  const html = `(${bringScripts})()`;
  return <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
