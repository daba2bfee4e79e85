import { untilAnswered } from '~/features/connection/send-until-answered.client';
import { isReadable, unreadableMessage } from '~/lib/readable-file';

import { storageErrorMessage, type SignedUpload, type UploadProgress } from './upload-types';

interface Options {
  signal: AbortSignal;
  onChange: (change: Partial<UploadProgress>) => void;
  onSent: (bytes: number) => void;
}

interface Answer {
  status: number;
  text: string;
}

const conflict = 409;

/**
 * One request; restarts after a lost connection.
 * @throws Error with the storage's message, or if the file can no longer be read
 */
export async function putFile(file: File, upload: SignedUpload['upload'], options: Options): Promise<void> {
  let attempts = 0;
  const { status, text } = await untilAnswered(async (number) => {
    attempts = number;
    const answer = await putOnce(file, upload, options);
    if (answer) return answer;
    if (!(await isReadable(file))) throw new Error(unreadableMessage);
    options.onChange({ phase: 'reconnecting', bytesPerSecond: null, secondsLeft: null });
    return null;
  }, options.signal);
  // An earlier attempt arrived, but its answer was lost.
  const hasArrived = status === conflict && attempts > 1;
  if (status >= 300 && !hasArrived) throw new Error(storageErrorMessage(text));
}

/** Null if the connection is lost. fetch reports no upload progress. */
function putOnce(file: File, { url, method, headers }: SignedUpload['upload'], { signal, onSent }: Options) {
  return new Promise<Answer | null>((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onloadend = () => {
      signal.removeEventListener('abort', abort);
      resolve(request.status ? { status: request.status, text: request.responseText } : null);
    };
    signal.addEventListener('abort', abort);
    request.send(file);
  });
}
