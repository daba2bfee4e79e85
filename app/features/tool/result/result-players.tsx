import { useRef } from 'react';

import type { Order } from '#contract/index';

import { useSyncedVideos } from './use-synced-videos';

/** The original follows the player; its sound is muted. */
export function ResultPlayers({ order, resultUrl }: { order: Order; resultUrl: string }) {
  const before = useRef<HTMLVideoElement>(null);
  const after = useRef<HTMLVideoElement>(null);
  useSyncedVideos(after, before, order.trim_interval?.start_ms ?? 0);
  return (
    <div className="players" data-pair={order.before_url ? true : undefined}>
      {order.before_url ? (
        <figure>
          <video
            ref={before}
            src={order.before_url}
            muted
            playsInline
            preload="metadata"
            aria-label="The original video"
          />
          <figcaption className="corner corner--tl">
            <span className="badge badge--media">Original</span>
          </figcaption>
        </figure>
      ) : null}
      <figure>
        <video
          ref={after}
          src={resultUrl}
          poster={order.poster_url ?? undefined}
          controls
          playsInline
          preload="metadata"
          aria-label="The video with the faces swapped"
        />
      </figure>
    </div>
  );
}
