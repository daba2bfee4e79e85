import { useSyncExternalStore } from 'react';

import { writeLocal, readLocal } from '~/lib/local-storage';

/** What Chromium hands over when the site may be installed. Not in TypeScript's library: it is no standard yet. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const dismissedKey = 'install-refused';

let offer: InstallPromptEvent | undefined;
const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());

function setOffer(next: InstallPromptEvent | undefined): void {
  offer = next;
  notifyListeners();
}

/** Called once, before the page is taken over: the browser makes its offer early, and once. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // ours to make, at a moment that disturbs nobody
    setOffer(event as InstallPromptEvent);
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
  const isDismissed = useSyncExternalStore(
    subscribe,
    () => readLocal(dismissedKey) === 'yes',
    () => true,
  );
  const dismiss = () => {
    writeLocal(dismissedKey, 'yes');
    notifyListeners();
  };
  const install = async () => {
    const asked = await offer?.prompt();
    setOffer(undefined); // an offer can be made once
    if (asked?.outcome === 'dismissed') dismiss();
  };
  return { canInstall, isDismissed, install, dismiss };
}
