import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';

// Radix locks scrolling by adding a <style>; it looks for this page's CSP nonce under this name.
Object.assign(window, { __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
