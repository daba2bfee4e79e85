import { kindOfFile } from '#contract/media-types';
import { largeFileBytes } from '#contract/rules';

import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';

import { fetchJson } from '~/lib/fetch-json.client';
import { isReadable } from '~/lib/readable-file';

import { loadForUpload } from './load-for-upload';
import { createRateMeter } from './upload-rate';
import { savePendingUploads } from './pending-upload.client';
import { putFile } from './put-file.client';
import { isLeft, serverFailedMessage, type UploadProgress, type SignedUpload } from './upload-types';
import { removeUnfinishedUpload, findUnfinishedUpload, saveUnfinishedUpload } from './unfinished-uploads.client';

/** Larger files are resumable. */
const minResumableBytes = 4 * 1024 * 1024;

interface Options {
  signal: AbortSignal;
  onProgress: (sending: UploadProgress) => void;
  /** What login resumes with; by default the file. */
  together?: File[];
}

/**
 * Starts detection if it is a photo.
 * @returns material_id
 * @throws Error with a message for the user
 */
export async function sendMedia(file: File, { signal, onProgress, together = [file] }: Options): Promise<string> {
  const kind = kindOfFile(file) ?? 'photo';
  const preview = URL.createObjectURL(file);
  const measureRate = createRateMeter(file.size);
  let last: UploadProgress = {
    state: 'sending',
    name: file.name,
    kind,
    preview,
    sentBytes: 0,
    totalBytes: file.size,
    bytesPerSecond: null,
    secondsLeft: null,
    isLarge: file.size > largeFileBytes,
    phase: 'sending',
    control: null,
  };
  const onChange = (change: Partial<UploadProgress>) => onProgress((last = { ...last, ...change }));
  const onSent = (sentBytes: number) =>
    onChange({ sentBytes, phase: 'sending', ...measureRate(sentBytes, performance.now()) });
  try {
    onChange({});
    const begun = findUnfinishedUpload(file);
    const signed = begun ?? (await sign(file, { together, signal }));
    if (signed.upload.protocol === 'tus') {
      const { sendResumable } = await loadForUpload(() => import('./send-resumable.client'));
      saveUnfinishedUpload(file, signed);
      await sendResumable(file, signed.upload, { isResumed: Boolean(begun), signal, onChange, onSent }).finally(
        async () => {
          // A closed page never reaches this. A file whose drive was removed may be chosen again.
          if (!isLeft(signal) && (await isReadable(file))) removeUnfinishedUpload(file);
        },
      );
    } else {
      await putFile(file, signed.upload, { signal, onChange, onSent });
    }
    if (kind === 'photo')
      await send(paths.resources.detection(), { material_id: signed.material_id }, { together, signal });
    return signed.material_id;
  } finally {
    // The next step may still show the preview.
    setTimeout(() => URL.revokeObjectURL(preview), 10_000);
  }
}

interface Sending {
  together: File[];
  signal: AbortSignal;
}

function sign(file: File, on: Sending): Promise<SignedUpload> {
  const { name, size } = file;
  const resumable = String(size > minResumableBytes);
  return send(paths.resources.upload(), { name, size: String(size), resumable }, on);
}

/** If the session has ended, login resumes with the files. */
async function send<T extends object>(
  href: string,
  form: Record<string, string>,
  { together, signal }: Sending,
): Promise<T> {
  const onSignedOut = () => savePendingUploads(together);
  const body = new URLSearchParams(form);
  const answer = await fetchJson<T | FormState>(href, { method: 'POST', body, signal, onSignedOut });
  signal.throwIfAborted();
  if (!answer) throw new Error(serverFailedMessage);
  if (!('fields' in answer)) return answer;
  throw new Error(answer.message ?? Object.values(answer.fields)[0] ?? 'The upload did not work. Please try again.');
}
