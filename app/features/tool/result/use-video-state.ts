import { useEffect, useState, type RefObject } from 'react';

interface VideoState {
  isPlaying: boolean;
  isMuted: boolean;
  seconds: number;
  duration: number;
}

const events = ['play', 'pause', 'timeupdate', 'seeking', 'durationchange', 'volumechange'] as const;

/** Controls and video never differ. */
export function useVideoState(player: RefObject<HTMLVideoElement>): VideoState {
  const [state, setState] = useState<VideoState>({ isPlaying: false, isMuted: false, seconds: 0, duration: 0 });
  useEffect(() => {
    const video = player.current;
    if (!video) return;
    const read = () =>
      setState({
        isPlaying: !video.paused,
        isMuted: video.muted,
        seconds: video.currentTime,
        duration: Number.isFinite(video.duration) ? video.duration : 0,
      });
    const listening = new AbortController();
    for (const name of events) video.addEventListener(name, read, { signal: listening.signal });
    read(); // metadata may have arrived before hydration
    return () => listening.abort();
  }, [player]);
  return state;
}
