import { useCallback, useEffect, useRef, useState } from 'react';

import { loadCode } from '~/features/connection/load-code';

/** Rejected by the rules, or stored until login. */
export type PendingFile =
  { name: string; kind: 'video' | 'picture'; preview: string; isSaved: boolean } | { refusal: string };

/** Nothing is sent before login. */
export function usePendingUpload() {
  const [pending, setPending] = useState<PendingFile | null>(null);
  const save = useCallback(async (file: File) => {
    const { checkMedia } = await loadCode(() => import('./check-media.client'));
    const refusal = await checkMedia(file);
    if (refusal) return setPending({ refusal: refusal.message });
    const { savePendingUploads } = await loadCode(() => import('./pending-upload.client'));
    const isSaved = await savePendingUploads([file]);
    const kind = file.type.startsWith('video/') ? 'video' : 'picture';
    setPending({ name: file.name, kind, preview: URL.createObjectURL(file), isSaved });
  }, []);
  const discard = useCallback(async () => {
    setPending(null);
    const { takePendingUploads } = await loadCode(() => import('./pending-upload.client'));
    await takePendingUploads();
  }, []);
  return { pending, save, discard };
}

export function useResumePendingUpload(isLoggedIn: boolean, begin: (files: File[]) => void): void {
  const isTaken = useRef(false);
  useEffect(() => {
    if (!isLoggedIn || isTaken.current) return;
    isTaken.current = true;
    void loadCode(() => import('./pending-upload.client'))
      .then(({ takePendingUploads }) => takePendingUploads())
      .then((files) => files.length > 0 && begin(files));
  }, [isLoggedIn, begin]);
}
