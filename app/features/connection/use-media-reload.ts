import { useEffect } from 'react';

import { pauseBeforeAttempt, sendUntilAnswered } from './send-until-answered.client';

type Media = HTMLImageElement | HTMLVideoElement;

/** Of one element, in a row: a damaged file fails each time, although the server answers. They take 48 s. */
const mostReloads = 20;
/** Between two failures: longer, and the next begins a new row. */
const rowPauseMs = 60_000;

/**
 * Loads pictures and videos again that a lost connection broke: browsers leave them broken. Not if the server has an
 * answer other than the file.
 */
export function useMediaReload(): void {
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const failures = new WeakMap<Media, { count: number; at: number }>();
    const onError = async ({ target }: Pick<Event, 'target'>) => {
      if (!isOfSite(target)) return;
      const last = failures.get(target);
      const count = last && Date.now() - last.at < rowPauseMs ? last.count + 1 : 1;
      failures.set(target, { count, at: Date.now() });
      if (count > mostReloads) return;
      const url = target.currentSrc;
      try {
        if (count > 1) await pauseBeforeAttempt(count, signal);
        const { ok } = await sendUntilAnswered(() => fetch(url, { method: 'HEAD', signal }), signal);
        if (ok && target.currentSrc === url) reload(target);
      } catch {
        // The page was left.
      }
    };
    // `error` of an element does not bubble.
    addEventListener('error', onError as (event: Event) => void, { capture: true, signal });
    for (const element of document.querySelectorAll<Media>('img, video')) {
      if (isBroken(element)) void onError({ target: element });
    }
    return () => leave.abort();
  }, []);
}

function isOfSite(target: EventTarget | null): target is Media {
  if (!(target instanceof HTMLImageElement || target instanceof HTMLVideoElement) || !target.currentSrc) return false;
  const { protocol, origin } = new URL(target.currentSrc);
  return protocol.startsWith('http') && origin === location.origin;
}

/** Failed before this code was loaded. */
const isBroken = (element: Media): boolean =>
  element instanceof HTMLVideoElement ? element.error !== null : element.complete && element.naturalWidth === 0;

function reload(element: Media): void {
  if (element instanceof HTMLImageElement) {
    element.src = element.currentSrc;
    return;
  }
  const { currentTime } = element;
  element.load();
  if (currentTime > 0) element.currentTime = currentTime;
}
