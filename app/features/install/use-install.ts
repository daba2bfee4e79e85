import { useSyncExternalStore } from 'react';

import { writeLocal, readLocal } from '~/lib/local-storage';

/** Chromium's event; non-standard, so TypeScript's library lacks it. */
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

/** Call before hydration: the browser fires the event once, early. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // show our own offer instead of the browser's
    setOffer(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => setOffer(undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `isDismissed` persists: the offer is not shown again. */
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
    setOffer(undefined); // the event can be used once
    if (asked?.outcome === 'dismissed') dismiss();
  };
  return { canInstall, isDismissed, install, dismiss };
}
