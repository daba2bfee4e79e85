import { useEffect, type RefObject } from 'react';

/** More than this is seen; less is not worth a jump. */
const toleranceSeconds = 0.12;

/** Lets one video follow another: it plays, pauses and jumps with it, `offsetMs` ahead in its own time. */
export function useSyncedVideos(
  leader: RefObject<HTMLVideoElement>,
  follower: RefObject<HTMLVideoElement>,
  offsetMs: number,
): void {
  useEffect(() => {
    const [ahead, behind] = [leader.current, follower.current];
    if (!ahead || !behind) return;
    const left = new AbortController();
    const { signal } = left;
    const align = () => {
      const wanted = ahead.currentTime + offsetMs / 1000;
      if (Math.abs(behind.currentTime - wanted) > toleranceSeconds) behind.currentTime = wanted;
    };
    const go = () => {
      align();
      // A browser that will not play it leaves it standing at the right moment.
      void behind.play().catch(() => {});
    };
    align();
    ahead.addEventListener('play', go, { signal });
    ahead.addEventListener('pause', () => (behind.pause(), align()), { signal });
    ahead.addEventListener('seeking', align, { signal });
    ahead.addEventListener('timeupdate', align, { signal });
    ahead.addEventListener('ratechange', () => (behind.playbackRate = ahead.playbackRate), { signal });
    return () => left.abort();
  }, [leader, follower, offsetMs]);
}
