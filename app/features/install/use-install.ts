import { useSyncExternalStore } from 'react';

import { writeLocal, readLocal } from '~/lib/local-storage';

/** Chromium only; missing in TypeScript's library. */
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

/** Call before hydration: the event fires once, early. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // suppress the browser's offer
    setOffer(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => setOffer(undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `isDismissed` persists. */
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
