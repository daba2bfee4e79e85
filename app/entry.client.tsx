import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { reloadWhenPartsAreGone } from './loading/reload-once.client';
import { captureInstallPrompt } from './features/install/use-install';
import { firstInteraction } from './loading/first-interaction';
import { endHydrating } from './loading/hydrating';

// Radix locks scrolling by adding a <style>; it looks for this page's CSP nonce under this name.
Object.assign(window, { __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce });

/**
 * Waits until Remix has decoded the page's data. Otherwise RemixBrowser suspends the whole page while it decodes, and a key
 * or click in that moment makes React fail with "Root did not complete" (remix-run/remix#10214). Called as a function,
 * RemixBrowser throws the promise that it would suspend with, before it calls any hook. See docs/decisions/0013.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (suspended) {
    await suspended;
  }
}

captureInstallPrompt();
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
endHydrating();

/** A lost network, or a page that is being left, costs a convenience and is no error. */
function ignore(): void {}

// Makes later pages faster, once this page is complete.
async function prepareLaterPages(): Promise<void> {
  if (window.__remixManifest?.hmr) return; // in development nothing is cached
  const { registerServiceWorker } = await import('./features/update/service-worker.client');
  await registerServiceWorker();
}
const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));
whenIdle(() => void prepareLaterPages().catch(ignore));

async function onFirstInteraction(): Promise<void> {
  const { prefetchAhead } = await import('./loading/prefetch.client');
  prefetchAhead();
  const { scrollSmoothly } = await import('./features/shell/smooth-scroll.client');
  scrollSmoothly();
}
void firstInteraction.then(onFirstInteraction).catch(ignore);
