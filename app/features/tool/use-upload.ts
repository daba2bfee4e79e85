import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Material } from '#contract/index';

import type { Control } from '~/enhance/send-media.client';

import { useToolPath } from './tool-path';

export interface Sending {
  state: 'sending';
  name: string;
  kind: Material['kind'];
  /** The file itself, to be looked at while it goes. */
  preview: string;
  sentBytes: number;
  totalBytes: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  isLarge: boolean;
  /** `waiting`: the connection is lost, and is tried again. */
  standing: 'going' | 'paused' | 'waiting';
  control: Control | null;
}

export type UploadState = { state: 'idle' } | { state: 'refused'; message: string } | Sending;

/**
 * Sends a file from the browser: checked first by the server's own rules, then straight to storage with progress.
 * Ends at the next step, where its faces are looked for.
 */
export function useUpload() {
  const navigate = useNavigate();
  const toolPath = useToolPath();
  const [upload, setUpload] = useState<UploadState>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);

  const begin = useCallback(
    async (file: File) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      const { checkMedia } = await import('~/enhance/check-media.client');
      const refusal = await checkMedia(file);
      if (signal.aborted) return;
      if (refusal) return setUpload({ state: 'refused', message: refusal.message });

      const { sendMedia } = await import('~/enhance/send-media.client');
      try {
        const onProgress = (sending: Sending) => !signal.aborted && setUpload(sending);
        const material = await sendMedia(file, { signal, onProgress });
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
  // Whoever goes to another page of the site has changed their mind.
  useEffect(() => () => running.current?.abort(), []);

  return { upload, begin, cancel, reset };
}
