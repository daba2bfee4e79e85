import { useCallback, useEffect, useRef, useState } from 'react';

import { kindOfFile } from '#contract/media-types';

import { loadUploadCode } from './load-upload-code';
import type { FileRefusal } from './upload-types';

/** Rejected by the rules, or stored until login; `isSaved` is null while the browser copies it. */
export type PendingFile =
  | { name: string; isVideo: boolean; preview: string; isSaved: boolean | null }
  | { refusal: FileRefusal };

/** Nothing is sent before login. */
export function usePendingUpload() {
  const [pending, setPending] = useState<PendingFile | null>(null);
  const shown = pending && 'preview' in pending ? pending.preview : null;
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown)), [shown]);
  const started = useRef(0);
  const save = useCallback(async (file: File) => {
    const number = ++started.current;
    try {
      const { checkMedia, savePendingUploads } = await loadUploadCode();
      const refusal = await checkMedia(file);
      if (number !== started.current) return; // another one was chosen during the check, or none
      if (refusal) return setPending({ refusal });
      const isVideo = kindOfFile(file) === 'video';
      const kept = { name: file.name, isVideo, preview: URL.createObjectURL(file) };
      setPending({ ...kept, isSaved: null });
      const isSaved = await savePendingUploads([file]);
      if (number === started.current) setPending({ ...kept, isSaved });
    } catch (error) {
      if (number === started.current) setPending({ refusal: { message: (error as Error).message } });
    }
  }, []);
  const discard = useCallback(() => {
    started.current++;
    setPending(null);
    void loadUploadCode()
      .then(({ takePendingUploads }) => takePendingUploads())
      .catch(() => {}); // without the code, none was stored
  }, []);
  return { pending, save, discard };
}

export function useResumePendingUpload(isLoggedIn: boolean, begin: (files: File[]) => void): void {
  const isTaken = useRef(false);
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (!isLoggedIn || isTaken.current) return;
    isTaken.current = true;
    void loadUploadCode()
      .then(({ takePendingUploads }) => takePendingUploads())
      .then((files) => latest.current(files))
      .catch(() => {}); // kept for the next load of the page
  }, [isLoggedIn]);
}
