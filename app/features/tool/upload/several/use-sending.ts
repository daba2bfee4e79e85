import { useEffect, useRef, useState } from 'react';

import { loadUploadCode } from '~/features/tool/upload/load-upload-code';
import type { LeaveReason } from '~/features/tool/upload/upload-types';

import type { ChangePhoto, SentPhoto } from './sent-photo';

/** At a time; more would share the same connection. */
const lanes = 2;

/** Sends the waiting photos of the list, until the page is left. */
export function useSending(photos: SentPhoto[], change: ChangePhoto) {
  const [running] = useState(() => new Map<number, AbortController>());
  const current = useRef(photos);
  current.current = photos;

  useEffect(() => {
    const waiting = photos.filter(({ id, state }) => state === 'waiting' && !running.has(id));
    for (const photo of waiting.slice(0, lanes - running.size)) {
      void sendPhoto(photo, { running, list: () => current.current, change });
    }
  }, [photos, running, change]);

  useEffect(() => {
    const leave = () => {
      for (const sending of running.values()) sending.abort('left' satisfies LeaveReason);
    };
    return leave;
  }, [running]);

  const stop = (id: number) => {
    running.get(id)?.abort();
    running.delete(id); // now, so that the removal of the photo already starts the next one
  };
  const stopAll = () => {
    for (const sending of running.values()) sending.abort();
  };
  return { stop, stopAll };
}

interface Sending {
  running: Map<number, AbortController>;
  list: () => SentPhoto[];
  change: ChangePhoto;
}

async function sendPhoto({ id, file }: SentPhoto, { running, list, change }: Sending): Promise<void> {
  const sending = new AbortController();
  const { signal } = sending;
  running.set(id, sending);
  change(id, { state: 'sending' });
  try {
    const { sendMedia } = await loadUploadCode();
    const material = await sendMedia(file, {
      signal,
      together: list()
        .filter(({ state }) => state !== 'refused')
        .map((photo) => photo.file),
      onProgress: ({ sentBytes, totalBytes, phase }) =>
        change(id, { percent: (100 * sentBytes) / totalBytes, isReconnecting: phase === 'reconnecting' }),
    });
    change(id, { state: 'sent', percent: 100, material });
  } catch (error) {
    if (!signal.aborted) change(id, { state: 'refused', refusal: { message: (error as Error).message } });
  } finally {
    running.delete(id);
  }
}
