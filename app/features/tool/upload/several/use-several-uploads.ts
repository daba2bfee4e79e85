import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { kindOfFile } from '#contract/media-types';
import { batchLimits } from '#contract/batch-limits';

import { photosQuery } from '~/features/tool/photo-choices';
import { useToolPath } from '~/features/tool/tool-path';
import { loadUploadCode } from '~/features/tool/upload/load-upload-code';
import type { LeaveReason } from '~/features/tool/upload/upload-types';

export interface SentPhoto {
  id: number;
  file: File;
  /** `ready`: a visitor's photo, sent after login. */
  state: 'checking' | 'waiting' | 'sending' | 'sent' | 'ready' | 'refused';
  percent: number;
  isReconnecting: boolean;
  /** Why it is refused. */
  refusal?: string;
  /** A video or GIF: refused only because it is among others. */
  isUsableAlone?: boolean;
  material?: string;
}

/** At a time; more would share the same connection. */
const lanes = 2;

const oneAtATime = 'Videos and GIFs are swapped one at a time.';

/** Null if the file can be used. */
async function refusalOf(file: File): Promise<Pick<SentPhoto, 'refusal' | 'isUsableAlone'> | null> {
  try {
    const { checkMedia } = await loadUploadCode();
    const refusal = await checkMedia(file);
    if (refusal) return { refusal: refusal.message };
    return kindOfFile(file) === 'photo' ? null : { refusal: oneAtATime, isUsableAlone: true };
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

/** Checks and sends each photo, then goes on to their faces. */
export function useSeveralUploads(first: File[], isLoggedIn: boolean) {
  const [photos, setPhotos] = useState<SentPhoto[]>([]);
  const [excess, setExcess] = useState(0);
  const count = useRef(0);
  const running = useRef(new Map<number, AbortController>());
  const current = useRef(photos);
  current.current = photos;

  const change = useCallback((id: number, part: Partial<SentPhoto>) => {
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)));
  }, []);

  const add = useCallback(
    (files: File[]) => {
      const room = batchLimits.photos - current.current.length;
      setExcess(Math.max(0, files.length - room));
      const added = files.slice(0, Math.max(0, room)).map((file): SentPhoto => ({
        id: count.current++,
        file,
        state: 'checking',
        percent: 0,
        isReconnecting: false,
      }));
      current.current = [...current.current, ...added];
      setPhotos(current.current);
      for (const { id, file } of added) {
        void refusalOf(file).then((refused) =>
          change(id, refused ? { state: 'refused', ...refused } : { state: isLoggedIn ? 'waiting' : 'ready' }),
        );
      }
    },
    [change, isLoggedIn],
  );

  const remove = useCallback((id: number) => {
    running.current.get(id)?.abort();
    running.current.delete(id); // now, so that the next one can begin with this change
    setPhotos((all) => all.filter((photo) => photo.id !== id));
  }, []);

  const cancel = useCallback(() => {
    for (const sending of running.current.values()) sending.abort();
  }, []);

  const send = useCallback(
    async ({ id, file }: SentPhoto) => {
      const sending = new AbortController();
      running.current.set(id, sending);
      const { signal } = sending;
      change(id, { state: 'sending' });
      try {
        const { sendMedia } = await loadUploadCode();
        const together = current.current.filter(({ state }) => state !== 'refused').map((photo) => photo.file);
        const material = await sendMedia(file, {
          signal,
          together,
          onProgress: ({ sentBytes, totalBytes, phase }) =>
            change(id, { percent: (100 * sentBytes) / totalBytes, isReconnecting: phase === 'reconnecting' }),
        });
        change(id, { state: 'sent', percent: 100, material });
      } catch (error) {
        if (!signal.aborted) change(id, { state: 'refused', refusal: (error as Error).message });
      } finally {
        running.current.delete(id);
      }
    },
    [change],
  );

  useEffect(() => {
    const free = lanes - running.current.size;
    const waiting = photos.filter(({ id, state }) => state === 'waiting' && !running.current.has(id));
    for (const photo of waiting.slice(0, Math.max(0, free))) void send(photo);
  }, [photos, send]);

  const isBegun = useRef(false);
  useEffect(() => {
    if (!isBegun.current) add(first);
    isBegun.current = true;
    // oxlint-disable-next-line react/exhaustive-deps -- the files that opened the list
  }, []);
  useStopWhenLeft(running.current);
  const isSaved = useSavedUntilLogin(photos, isLoggedIn);
  const goOn = useGoOn(photos);
  return { photos, excess, add, remove, cancel, isSaved, goOn };
}

function useStopWhenLeft(running: Map<number, AbortController>): void {
  useEffect(() => {
    const stop = () => {
      for (const sending of running.values()) sending.abort('left' satisfies LeaveReason);
    };
    return stop;
  }, [running]);
}

/** Null while the files are checked, and if none can be used: then those of before are no longer kept either. */
function useSavedUntilLogin(photos: SentPhoto[], isLoggedIn: boolean): boolean | null {
  const [isSaved, setSaved] = useState<boolean | null>(null);
  const ready = photos.filter(({ state }) => state === 'ready');
  const isChecked = !isLoggedIn && photos.length > 0 && photos.every(({ state }) => state !== 'checking');
  const key = ready.map(({ id }) => id).join();
  useEffect(() => {
    if (isChecked)
      void loadUploadCode()
        .then(({ savePendingUploads }) => savePendingUploads(ready.map(({ file }) => file)))
        .then(setSaved, () => setSaved(false));
    // oxlint-disable-next-line react/exhaustive-deps -- whenever the set of files changes
  }, [isChecked, key]);
  return isChecked && ready.length > 0 ? isSaved : null;
}

/** Goes on by itself if nothing is refused. Null while a photo is under way, or if none is left. */
function useGoOn(photos: SentPhoto[]): (() => void) | null {
  const navigate = useNavigate();
  const toolPath = useToolPath();
  const sent = photos.flatMap(({ material }) => material ?? []);
  const isDone = sent.length > 0 && photos.every(({ state }) => state === 'sent' || state === 'refused');
  const [only] = sent;
  const place = sent.length === 1 ? { material: only } : photosQuery(sent, { face: '', persons: {} });
  const target = isDone ? toolPath(place) : null;
  const isComplete = isDone && sent.length === photos.length;
  useEffect(() => {
    if (isComplete && target) navigate(target);
  }, [isComplete, target, navigate]);
  return target ? () => navigate(target) : null;
}
