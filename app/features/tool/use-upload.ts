import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { useToolPath } from './tool-path';

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
 * Ends at the next step, where its faces are looked for.
 */
export function useUpload() {
  const navigate = useNavigate();
  const toolPath = useToolPath();
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
        navigate(toolPath({ material }));
      } catch (error) {
        if (signal.aborted) return;
        setUpload({ state: 'refused', message: (error as Error).message });
      }
    },
    [navigate, toolPath],
  );

  const reset = useCallback(() => setUpload({ state: 'idle' }), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    reset();
  }, [reset]);

  return { upload, begin, cancel, reset };
}
