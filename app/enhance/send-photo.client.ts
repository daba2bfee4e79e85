import type { Output } from '#contract/calls';
import { largeFileBytes } from '#contract/rules';

import type { Sending } from '~/features/tool/use-upload';
import type { FormState } from '~/form-state';
import { paths } from '~/paths';

import { ask } from './ask.client';

type Signed = Output<'upload_sign_url'>;

const connectionLost = 'The connection was lost. Check it, then choose the photo again.';

interface Options {
  signal: AbortSignal;
  onProgress: (sending: Sending) => void;
}

/**
 * Sends a photo to storage, says how it goes on, and has its faces looked for.
 * @returns the material's id
 * @throws Error with words for the user
 */
export async function sendPhoto(photo: File, { signal, onProgress }: Options): Promise<string> {
  const preview = URL.createObjectURL(photo);
  const started = performance.now();
  const tell = (sentBytes: number) => {
    const seconds = (performance.now() - started) / 1000;
    const secondsLeft = sentBytes > 0 && seconds > 0.5 ? ((photo.size - sentBytes) * seconds) / sentBytes : null;
    const isLarge = photo.size > largeFileBytes;
    onProgress({
      state: 'sending',
      name: photo.name,
      preview,
      sentBytes,
      totalBytes: photo.size,
      secondsLeft,
      isLarge,
    });
  };
  try {
    tell(0);
    const { material_id, upload } = await sign(photo, signal);
    await put(photo, upload, signal, tell);
    await send(paths.resources.detection(), { material_id }, signal);
    return material_id;
  } finally {
    // The next step shows the photo from the server.
    setTimeout(() => URL.revokeObjectURL(preview), 10_000);
  }
}

function sign({ name, size }: File, signal: AbortSignal): Promise<Signed> {
  return send(paths.resources.upload(), { name, size: String(size) }, signal);
}

/** Sends a small form to one of our resource routes and reads its answer, which may be a refusal. */
async function send<T extends object>(href: string, form: Record<string, string>, signal: AbortSignal): Promise<T> {
  const answer = await ask<T | FormState>(href, { method: 'POST', body: new URLSearchParams(form), signal });
  if (!answer) throw new Error(connectionLost);
  if (!('fields' in answer)) return answer;
  throw new Error(answer.message ?? Object.values(answer.fields)[0] ?? 'The upload did not work. Please try again.');
}

/** By XMLHttpRequest, the one way to learn how much of a request has been sent. */
function put(
  photo: File,
  { url, method, headers }: Signed['upload'],
  signal: AbortSignal,
  tell: (sent: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => tell(loaded);
    request.onload = () => (request.status < 300 ? resolve() : reject(new Error(messageIn(request.responseText))));
    request.onerror = () => reject(new Error(connectionLost));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(photo);
  });
}

function messageIn(reply: string): string {
  try {
    return (JSON.parse(reply) as { message: string }).message;
  } catch {
    return 'The photo could not be stored. Please try again.';
  }
}
