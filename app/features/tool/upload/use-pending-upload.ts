import { useCallback, useEffect, useRef, useState } from 'react';

/** A file of a visitor: refused by its rules, or kept in their browser until they have logged in. */
export type KeptFile =
  { name: string; kind: 'video' | 'picture'; preview: string; isKept: boolean } | { refusal: string };

/** What a visitor chooses is checked at once and kept in their own browser; nothing is sent before they have logged in. */
export function useKeptFile() {
  const [kept, setKept] = useState<KeptFile | null>(null);
  const keep = useCallback(async (file: File) => {
    const { checkMedia } = await import('./check-media.client');
    const refusal = await checkMedia(file);
    if (refusal) return setKept({ refusal: refusal.message });
    const { keepFile } = await import('./pending-upload.client');
    const isKept = await keepFile(file);
    const kind = file.type.startsWith('video/') ? 'video' : 'picture';
    setKept({ name: file.name, kind, preview: URL.createObjectURL(file), isKept });
  }, []);
  const drop = useCallback(async () => {
    setKept(null);
    const { takeKeptFile } = await import('./pending-upload.client');
    await takeKeptFile();
  }, []);
  return { kept, keep, drop };
}

/** Goes on with the file that was chosen before somebody logged in. */
export function useResumedFile(isLoggedIn: boolean, begin: (file: File) => void): void {
  const isTaken = useRef(false);
  useEffect(() => {
    if (!isLoggedIn || isTaken.current) return;
    isTaken.current = true;
    void import('./pending-upload.client')
      .then(({ takeKeptFile }) => takeKeptFile())
      .then((file) => file && begin(file));
  }, [isLoggedIn, begin]);
}
