import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

import { photosQuery } from '~/features/tool/photo-choices';
import { useToolPath } from '~/features/tool/tool-path';

import type { SentPhoto } from './sent-photo';

/**
 * Leads to the faces of the sent photos, by itself if nothing is refused. Null while a photo is under way, or if none is
 * left.
 */
export function useGoOn(photos: SentPhoto[]): (() => void) | null {
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
