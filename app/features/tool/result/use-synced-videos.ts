import { useEffect, type RefObject } from 'react';

/** Drift before the follower seeks. */
const toleranceSeconds = 0.12;

/** The follower plays `offsetMs` ahead of the leader. */
export function useSyncedVideos(
  leader: RefObject<HTMLVideoElement>,
  follower: RefObject<HTMLVideoElement>,
  offsetMs: number,
): void {
  useEffect(() => {
    const [leading, following] = [leader.current, follower.current];
    if (!leading || !following) return;
    const left = new AbortController();
    const { signal } = left;
    const align = () => {
      const wanted = leading.currentTime + offsetMs / 1000;
      if (Math.abs(following.currentTime - wanted) > toleranceSeconds) following.currentTime = wanted;
    };
    const go = () => {
      align();
      // If refused, it stays at the right frame.
      void following.play().catch(() => {});
    };
    align();
    leading.addEventListener('play', go, { signal });
    leading.addEventListener('pause', () => (following.pause(), align()), { signal });
    leading.addEventListener('seeking', align, { signal });
    leading.addEventListener('timeupdate', align, { signal });
    leading.addEventListener('ratechange', () => (following.playbackRate = leading.playbackRate), { signal });
    return () => left.abort();
  }, [leader, follower, offsetMs]);
}
