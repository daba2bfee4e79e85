import { useEffect, useState } from 'react';

import { loadUploadCode } from '~/features/tool/upload/load-upload-code';

import type { SentPhoto } from './sent-photo';

/**
 * Stores a visitor's photos in the browser, and reports whether it took them. Null while they are checked, and if none can
 * be used: then those of before are no longer stored either.
 */
export function useSavedUntilLogin(photos: SentPhoto[], isLoggedIn: boolean): boolean | null {
  const [isSaved, setSaved] = useState<boolean | null>(null);
  const ready = photos.filter(({ state }) => state === 'ready');
  const isChecked = !isLoggedIn && photos.length > 0 && photos.every(({ state }) => state !== 'checking');
  const key = ready.map(({ id }) => id).join();
  useEffect(() => {
    if (isChecked)
      void loadUploadCode()
        .then(({ savePendingUploads }) => savePendingUploads(ready.map(({ file }) => file)))
        .then(setSaved, () => setSaved(false));
    // oxlint-disable-next-line react/exhaustive-deps -- whenever the set of files changes
  }, [isChecked, key]);
  return isChecked && ready.length > 0 ? isSaved : null;
}
