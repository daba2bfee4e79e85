import { useSubmit } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { paths } from '~/paths';

export interface Sending {
  state: 'sending';
  name: string;
  preview: string;
  sentBytes: number;
  totalBytes: number;
  secondsLeft: number | null;
  isLarge: boolean;
}

export type Upload = { state: 'idle' } | { state: 'refused'; message: string } | Sending;

/**
 * Sends a photo from the browser: checked first by the server's own rules, then straight to storage with progress.
 * Ends by asking for its faces, which leads to the next step.
 */
export function useUpload() {
  const submit = useSubmit();
  const [upload, setUpload] = useState<Upload>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = useCallback(
    async (photo: File) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      const { checkPhoto } = await import('~/enhance/check-photo.client');
      const refusal = await checkPhoto(photo);
      if (signal.aborted) return;
      if (refusal) return setUpload({ state: 'refused', message: refusal.message });

      const { sendPhoto } = await import('~/enhance/send-photo.client');
      try {
        const material = await sendPhoto(photo, { signal, onProgress: setUpload });
        submit({ intent: 'detect', material_id: material }, { method: 'post', action: paths.faceSwapPhoto() });
      } catch (error) {
        if (signal.aborted) return;
        setUpload({ state: 'refused', message: (error as Error).message });
      }
    },
    [submit],
  );

  const reset = useCallback(() => setUpload({ state: 'idle' }), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    reset();
  }, [reset]);

  return { upload, begin, cancel, reset };
}
