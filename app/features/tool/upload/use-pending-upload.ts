import { useCallback, useEffect, useRef, useState } from 'react';

/** A file of a visitor: refused by its rules, or kept in their browser until they have logged in. */
export type PendingFile =
  { name: string; kind: 'video' | 'picture'; preview: string; isSaved: boolean } | { refusal: string };

/** What a visitor chooses is checked at once and kept in their own browser; nothing is sent before they have logged in. */
export function usePendingUpload() {
  const [pending, setPending] = useState<PendingFile | null>(null);
  const save = useCallback(async (file: File) => {
    const { checkMedia } = await import('./check-media.client');
    const refusal = await checkMedia(file);
    if (refusal) return setPending({ refusal: refusal.message });
    const { savePendingUpload } = await import('./pending-upload.client');
    const isSaved = await savePendingUpload(file);
    const kind = file.type.startsWith('video/') ? 'video' : 'picture';
    setPending({ name: file.name, kind, preview: URL.createObjectURL(file), isSaved });
  }, []);
  const discard = useCallback(async () => {
    setPending(null);
    const { takePendingUpload } = await import('./pending-upload.client');
    await takePendingUpload();
  }, []);
  return { pending, save, discard };
}

/** Goes on with the file that was chosen before somebody logged in. */
export function useResumePendingUpload(isLoggedIn: boolean, begin: (file: File) => void): void {
  const isTaken = useRef(false);
  useEffect(() => {
    if (!isLoggedIn || isTaken.current) return;
    isTaken.current = true;
    void import('./pending-upload.client')
      .then(({ takePendingUpload }) => takePendingUpload())
      .then((file) => file && begin(file));
  }, [isLoggedIn, begin]);
}
