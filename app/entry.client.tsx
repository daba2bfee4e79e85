import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { reloadWhenPartsAreGone } from './loading/reload-once.client';
import { listenForInstall } from './features/install/use-install';
import { stirring } from './loading/first-interaction';

// Radix locks scrolling by adding a <style>; it looks for this page's CSP nonce under this name.
Object.assign(window, { __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce });

/**
 * Waits until the page's data has been decoded. Left to itself, RemixBrowser suspends the whole page for it, and a key or
 * click in that moment makes React fail with "Root did not complete" (remix-run/remix#10214). Called as a function, it
 * throws the promise it would suspend with, before any hook.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (suspended) {
    await suspended;
  }
}

listenForInstall();
reloadWhenPartsAreGone();
await pageData();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

/** A network that is gone, or a page that is left in this moment, costs a convenience, and is no fault of the page. */
function doWithout(): void {}

// What makes later pages faster, once this one is there.
async function lookAhead(): Promise<void> {
  if (window.__remixManifest?.hmr) return; // while it is being developed, nothing is kept
  const { registerServiceWorker } = await import('./features/update/service-worker.client');
  await registerServiceWorker();
}
const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));
whenIdle(() => void lookAhead().catch(doWithout));

// What only answers a hand or a key.
async function answerHands(): Promise<void> {
  const { prefetchAhead } = await import('./loading/prefetch.client');
  prefetchAhead();
  const { scrollSmoothly } = await import('./features/shell/smooth-scroll.client');
  scrollSmoothly();
}
void stirring.then(answerHands).catch(doWithout);
