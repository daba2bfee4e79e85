import { useCallback, useEffect, useRef, useState } from 'react';

import { batchLimits } from '#contract/batch-limits';
import { kindOfFile } from '#contract/media-types';

import { loadUploadCode } from '~/features/tool/upload/load-upload-code';

import type { ChangePhoto, SentPhoto } from './sent-photo';

/**
 * The chosen photos, each checked once it is added.
 * @param first the files that opened the list
 * @param usable the state of those that pass
 */
export function usePhotoList(first: File[], usable: 'waiting' | 'ready') {
  const [photos, setPhotos] = useState<SentPhoto[]>([]);
  /** How many of the last files did not fit in a batch. */
  const [excess, setExcess] = useState(0);
  const count = useRef(0);
  const current = useRef(photos);
  current.current = photos;

  const change: ChangePhoto = useCallback((id, part) => {
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)));
  }, []);

  const check = useCallback(
    async (id: number, file: File) => {
      const refused = await refusalOf(file);
      change(id, refused ? { state: 'refused', ...refused } : { state: usable });
    },
    [change, usable],
  );

  const add = useCallback(
    (files: File[]) => {
      const room = Math.max(0, batchLimits.photos - current.current.length);
      setExcess(Math.max(0, files.length - room));
      const added = files.slice(0, room).map((file): SentPhoto => ({
        id: count.current++,
        file,
        state: 'checking',
        percent: 0,
        isReconnecting: false,
      }));
      current.current = [...current.current, ...added]; // now, for files that are added before the next render
      setPhotos((all) => [...all, ...added]); // which may include changes since the last render
      for (const { id, file } of added) void check(id, file);
    },
    [check],
  );

  const replace = (id: number, file: File) => {
    change(id, { file, state: 'checking', refusal: undefined });
    void check(id, file);
  };

  const remove = useCallback((id: number) => setPhotos((all) => all.filter((photo) => photo.id !== id)), []);

  const isBegun = useRef(false);
  useEffect(() => {
    if (!isBegun.current) add(first);
    isBegun.current = true;
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  return { photos, excess, add, replace, change, remove };
}

const oneAtATime = { message: 'Videos and GIFs are swapped one at a time.' };

/** Null if the file can be used. */
async function refusalOf(file: File): Promise<Pick<SentPhoto, 'refusal' | 'isUsableAlone'> | null> {
  try {
    const { checkMedia } = await loadUploadCode();
    const refusal = await checkMedia(file);
    if (refusal) return { refusal };
    return kindOfFile(file) === 'photo' ? null : { refusal: oneAtATime, isUsableAlone: true };
  } catch (error) {
    return { refusal: { message: (error as Error).message } };
  }
}
