import { connectionLostMessage, storageErrorMessage, type SignedUpload } from './upload-types';

interface Options {
  signal: AbortSignal;
  onSent: (bytes: number) => void;
}

/** XMLHttpRequest: fetch reports no upload progress. */
export function putFile(file: File, { url, method, headers }: SignedUpload['upload'], { signal, onSent }: Options) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(storageErrorMessage(request.responseText)));
    request.onerror = () => reject(new Error(connectionLostMessage));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
