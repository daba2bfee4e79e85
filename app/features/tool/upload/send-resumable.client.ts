import { Upload, type DetailedError } from 'tus-js-client';

import { isReadable, unreadableMessage } from '~/lib/readable-file';

import { storePieces } from './store-pieces.client';
import { isLeft, storageErrorMessage, type UploadProgress, type SignedUpload } from './upload-types';

interface Options {
  isResumed: boolean;
  signal: AbortSignal;
  onChange: (change: Partial<UploadProgress>) => void;
  onSent: (bytes: number) => void;
}

const retryEveryMs = 3_000;

/** Uploads by tus. Retries a lost connection; interruption keeps what has arrived, cancelling deletes it. */
export function sendResumable(file: File, { url, direct_piece_bytes }: SignedUpload['upload'], options: Options) {
  const { isResumed, signal, onChange, onSent } = options;
  return new Promise<void>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const goOn = () => {
      stopWaiting();
      upload.start();
    };
    /** `online` must not start an upload that is paused, nor one that runs: both starts would send the same piece. */
    const wait = () => {
      timer = setTimeout(goOn, retryEveryMs);
      addEventListener('online', goOn);
    };
    const stopWaiting = () => {
      clearTimeout(timer);
      removeEventListener('online', goOn);
    };
    const end = (finish: () => void) => {
      stopWaiting();
      signal.removeEventListener('abort', giveUp);
      finish();
    };
    const control = {
      pause: () => {
        stopWaiting();
        void upload.abort();
        onChange({ phase: 'paused', bytesPerSecond: null, secondsLeft: null });
      },
      resume: () => {
        onChange({ phase: 'sending' });
        void upload.abort(); // a retry may be under way: tus would go on with both, and pause only the newer
        goOn();
      },
    };
    // The signed URL both creates and, on resume, addresses the upload.
    const endpoint = new URL(url, location.href).href;
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: isResumed ? endpoint : null,
      storeFingerprintForResuming: false,
      ...(direct_piece_bytes ? { chunkSize: direct_piece_bytes, httpStack: storePieces(file.size) } : {}),
      retryDelays: [0, 500, 1500],
      onProgress: onSent,
      // tus ignores an abort that comes before it has opened the file.
      onBeforeRequest: () => {
        if (!signal.aborted) return;
        void upload.abort();
        signal.throwIfAborted();
      },
      onSuccess: () => end(resolve),
      onError: (error) => {
        const response = (error as DetailedError).originalResponse;
        const status = response?.getStatus() ?? 0;
        if (response && status < 500 && status !== 409 && status !== 423) {
          return end(() => reject(new Error(storageErrorMessage(response.getBody()))));
        }
        onChange({ phase: 'reconnecting', bytesPerSecond: null, secondsLeft: null });
        wait();
        void isReadable(file).then((is) => is || end(() => reject(new Error(unreadableMessage))));
      },
    });
    const giveUp = () => {
      void upload.abort();
      // Also before it has begun: its link reserves room. Not by `abort(true)`, which `onBeforeRequest` would refuse.
      if (!isLeft(signal)) void Upload.terminate(endpoint).catch(() => {});
      end(() => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    };
    if (signal.aborted) return giveUp(); // while this code was loaded
    signal.addEventListener('abort', giveUp);
    onChange({ control });
    upload.start();
  });
}
