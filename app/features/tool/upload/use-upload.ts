import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { kindOfFile } from '#contract/media-types';

import { useToolPath } from '~/features/tool/tool-path';
import { paths } from '~/lib/paths';

import { loadUploadCode } from './load-upload-code';
import { keepSentFile } from './sent-preview';
import type { LeaveReason, UploadProgress, UploadState } from './upload-types';

/** Uploads from the browser to storage. */
export function useUpload() {
  const navigate = useNavigate();
  const toolPath = useToolPath();
  const [upload, setUpload] = useState<UploadState>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);

  const begin = useCallback(
    async (file: File) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      try {
        const { checkMedia, sendMedia } = await loadUploadCode();
        const refusal = await checkMedia(file);
        if (signal.aborted) return;
        if (refusal) return setUpload({ state: 'refused', refusal });
        const onProgress = (sending: UploadProgress) => !signal.aborted && setUpload(sending);
        const material = await sendMedia(file, { signal, onProgress });
        keepSentFile(material, file);
        navigate(kindOfFile(file) === 'video' ? paths.faceSwapVideo({ material }) : toolPath({ material }));
      } catch (error) {
        if (signal.aborted) return;
        setUpload({ state: 'refused', refusal: { message: (error as Error).message } });
      }
    },
    [navigate, toolPath],
  );

  const reset = useCallback(() => setUpload({ state: 'idle' }), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    reset();
  }, [reset]);
  const leave = useCallback(() => {
    running.current?.abort('left' satisfies LeaveReason);
    reset();
  }, [reset]);
  useEffect(() => leave, [leave]);

  return { upload, begin, cancel, leave, reset };
}
