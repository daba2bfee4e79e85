import { useEffect, useState, type RefObject } from 'react';

import type { TrimPart } from '~/features/tool/times';

export function usePartPlayer(player: RefObject<HTMLVideoElement>, { start_ms, end_ms }: TrimPart) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    const video = player.current;
    if (!video || !isPlaying) return;
    const left = new AbortController();
    const { signal } = left;
    const stopAtEnd = () => video.currentTime * 1000 >= end_ms && video.pause();
    video.addEventListener('timeupdate', stopAtEnd, { signal });
    video.addEventListener('pause', () => setPlaying(false), { signal });
    return () => left.abort();
  }, [player, isPlaying, end_ms]);

  const seek = (ms: number) => {
    if (player.current) player.current.currentTime = ms / 1000;
  };
  const playPart = () => {
    const video = player.current;
    if (!video) return;
    if (isPlaying) return video.pause();
    seek(start_ms);
    setPlaying(true);
    void video.play().catch(() => setPlaying(false));
  };
  return { isPlaying, playPart, seek };
}
