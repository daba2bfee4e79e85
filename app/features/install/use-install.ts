import { useSyncExternalStore } from 'react';

import { keep, kept } from '~/lib/local-storage';

/** What Chromium hands over when the site may be installed. Not in TypeScript's library: it is no standard yet. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const REFUSED = 'install-refused';

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();
const tellAll = () => listeners.forEach((listener) => listener());

function setOffer(next: InstallOffer | undefined): void {
  offer = next;
  tellAll();
}

/** Called once, before the page is taken over: the browser makes its offer early, and once. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // ours to make, at a moment that disturbs nobody
    setOffer(event as InstallOffer);
  });
  addEventListener('appinstalled', () => setOffer(undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the browser can install the site, and whether that was refused once: then it is not offered again unasked. */
export function useInstall() {
  const canInstall = useSyncExternalStore(
    subscribe,
    () => offer !== undefined,
    () => false,
  );
  const isRefused = useSyncExternalStore(
    subscribe,
    () => kept(REFUSED) === 'yes',
    () => true,
  );
  const refuse = () => {
    keep(REFUSED, 'yes');
    tellAll();
  };
  const install = async () => {
    const asked = await offer?.prompt();
    setOffer(undefined); // an offer can be made once
    if (asked?.outcome === 'dismissed') refuse();
  };
  return { canInstall, isRefused, install, refuse };
}
