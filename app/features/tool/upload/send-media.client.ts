import { extensionOf, kindOfType, largeFileBytes } from '#contract/rules';

import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';

import { ask } from '~/lib/ask.client';
import { paceOf } from './upload-rate';
import { putFile } from './put-file.client';
import { connectionLost, type Sending, type Signed } from './upload-types';
import { forgetUpload, recallUpload, rememberUpload } from './unfinished-uploads.client';

/** Larger files go in pieces, so that a cut costs little. */
const resumableFrom = 4 * 1024 * 1024;

interface Options {
  signal: AbortSignal;
  onProgress: (sending: Sending) => void;
}

/**
 * Sends a file to storage, says how it goes on, and has its faces looked for when it is a photo.
 * @returns the material's id
 * @throws Error with words for the user
 */
export async function sendMedia(file: File, { signal, onProgress }: Options): Promise<string> {
  const kind = kindOfType(extensionOf(file.name)) ?? 'photo';
  const preview = URL.createObjectURL(file);
  const pace = paceOf(file.size);
  let last: Sending = {
    state: 'sending',
    name: file.name,
    kind,
    preview,
    sentBytes: 0,
    totalBytes: file.size,
    bytesPerSecond: null,
    secondsLeft: null,
    isLarge: file.size > largeFileBytes,
    standing: 'going',
    control: null,
  };
  const tell = (change: Partial<Sending>) => onProgress((last = { ...last, ...change }));
  const tellSent = (sentBytes: number) => tell({ sentBytes, standing: 'going', ...pace(sentBytes, performance.now()) });
  try {
    tell({});
    const begun = recallUpload(file);
    const signed = begun ?? (await sign(file, signal));
    if (signed.upload.protocol === 'tus') {
      const { sendPieces } = await import('./send-pieces.client');
      rememberUpload(file, signed);
      await sendPieces(file, signed.upload, { isBegun: Boolean(begun), signal, tell, tellSent }).finally(() =>
        // Arrived, refused or given up; a page that is closed never comes here.
        forgetUpload(file),
      );
    } else {
      await putFile(file, signed.upload, { signal, tellSent });
    }
    if (kind === 'photo') await send(paths.resources.detection(), { material_id: signed.material_id }, signal);
    return signed.material_id;
  } finally {
    // The next step shows the file from the server.
    setTimeout(() => URL.revokeObjectURL(preview), 10_000);
  }
}

function sign({ name, size }: File, signal: AbortSignal): Promise<Signed> {
  const resumable = String(size > resumableFrom);
  return send(paths.resources.upload(), { name, size: String(size), resumable }, signal);
}

/** Sends a small form to one of our resource routes and reads its answer, which may be a refusal. */
async function send<T extends object>(href: string, form: Record<string, string>, signal: AbortSignal): Promise<T> {
  const answer = await ask<T | FormState>(href, { method: 'POST', body: new URLSearchParams(form), signal });
  signal.throwIfAborted();
  if (!answer) throw new Error(connectionLost);
  if (!('fields' in answer)) return answer;
  throw new Error(answer.message ?? Object.values(answer.fields)[0] ?? 'The upload did not work. Please try again.');
}
