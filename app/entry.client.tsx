import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { captureInstallPrompt } from './features/install/use-install';
import { ignoreDoubleClicks } from './lib/ignore-double-clicks';
import { firstInteraction } from './loading/first-interaction';
import { endHydrating } from './loading/hydrating';

// Radix locks scrolling by a <style>, for which it reads the CSP nonce under this name.
Object.assign(window, { __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce });

/** Requests that are sent before its code has come wait for it. Code that cannot be loaded keeps none. */
function keepPageRequestsAtOnce(): void {
  const { fetch } = window;
  const keeping = import('./features/connection/keep-page-requests.client')
    .then(({ keepPageRequests }) => keepPageRequests(fetch))
    .catch(() => fetch);
  window.fetch = async (...request) => (await keeping)(...request);
}

/**
 * Waits until Remix has decoded the page's data: if the user types before that, React fails with "Root did not
 * complete" (remix-run/remix#10214). Called as a function, RemixBrowser throws its promise before any hook.
 * See docs/decisions/0013.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (suspended) {
    await suspended;
  }
}

keepPageRequestsAtOnce();
captureInstallPrompt();
ignoreDoubleClicks();
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

/** Losing the network or leaving the page is no error. */
function ignore(): void {}

async function prepareLaterPages(): Promise<void> {
  if (window.__remixManifest?.hmr) return; // development caches nothing
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
