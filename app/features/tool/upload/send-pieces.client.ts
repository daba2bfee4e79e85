import { Upload, type DetailedError } from 'tus-js-client';

import { messageIn, type Sending, type Signed } from './upload-types';

interface Options {
  /** Some of it may have arrived before. */
  isBegun: boolean;
  signal: AbortSignal;
  tell: (change: Partial<Sending>) => void;
  tellSent: (bytes: number) => void;
}

const retryEveryMs = 3_000;

/**
 * Sends a file by the resumable protocol. A connection that is lost is waited for; what has arrived stays, whether the
 * upload is paused, the connection breaks or the page is closed.
 */
export function sendPieces(file: File, { url }: Signed['upload'], options: Options) {
  const { isBegun, signal, tell, tellSent } = options;
  return new Promise<void>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const goOn = () => {
      clearTimeout(timer);
      upload.start();
    };
    const end = (finish: () => void) => {
      clearTimeout(timer);
      removeEventListener('online', goOn);
      finish();
    };
    const control = {
      pause: () => {
        clearTimeout(timer);
        void upload.abort();
        tell({ standing: 'paused', bytesPerSecond: null, secondsLeft: null });
      },
      resume: () => {
        tell({ standing: 'going' });
        goOn();
      },
    };
    // The link to begin an upload is also that of the upload itself; answers name it beside this address.
    const endpoint = new URL(url, location.href).href;
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: isBegun ? endpoint : null,
      storeFingerprintForResuming: false,
      retryDelays: [0, 500, 1500],
      onProgress: tellSent,
      onSuccess: () => end(resolve),
      onError: (error) => {
        const response = (error as DetailedError).originalResponse;
        const status = response?.getStatus() ?? 0;
        if (response && status < 500 && status !== 409 && status !== 423) {
          return end(() => reject(new Error(messageIn(response.getBody()))));
        }
        tell({ standing: 'waiting', bytesPerSecond: null, secondsLeft: null });
        timer = setTimeout(goOn, retryEveryMs);
      },
    });
    signal.addEventListener('abort', () => {
      // Given up: what has arrived goes.
      void upload.abort(true).catch(() => {});
      end(() => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    });
    addEventListener('online', goOn);
    tell({ control });
    upload.start();
  });
}
