import { useRef, useState, type CSSProperties } from 'react';

import type { Order } from '#contract/index';

import { OriginalBadge, ResultBadge } from '~/components/badge';
import { Seam } from '~/components/seam';
import { StageBox } from '~/features/tool/stage';
import { useHydrated } from '~/loading/use-hydrated';

import { useSyncedVideos } from './use-synced-videos';
import { VideoControls, type VideoView } from './video-controls';

interface Props {
  order: Order;
  resultUrl: string;
  width: number | null;
  height: number | null;
  split?: number;
}

/** The views: result, wipe, side by side (always without script). The muted original follows the result. */
export function ResultPlayers({ order, resultUrl, width, height, split: start = 50 }: Props) {
  const before = useRef<HTMLVideoElement>(null);
  const after = useRef<HTMLVideoElement>(null);
  const [view, setView] = useState<VideoView>('wipe');
  const [split, setSplit] = useState(start);
  const isHydrated = useHydrated();
  useSyncedVideos(after, before, order.trim_interval?.start_ms ?? 0);
  const result = (
    <video
      ref={after}
      src={resultUrl}
      poster={order.poster_url ?? undefined}
      controls={!isHydrated || !order.before_url}
      playsInline
      preload="metadata"
      aria-label="The video with the faces swapped"
    />
  );
  if (!order.before_url) {
    return (
      <StageBox width={width} height={height}>
        {result}
        <ResultBadge isLabelled={order.label.visible} />
      </StageBox>
    );
  }
  return (
    <div className="video-compare">
      <StageBox width={width} height={height} view={view}>
        <div className="compare" data-view={view} data-needs-script style={{ '--split': `${split}%` } as CSSProperties}>
          <video
            ref={before}
            src={order.before_url}
            muted
            playsInline
            preload="metadata"
            aria-label="The original video"
          />
          <OriginalBadge />
          <div className="compare__after">
            {result}
            <ResultBadge isLabelled={order.label.visible} isSmall={view === 'side'} />
          </div>
          {view === 'wipe' ? <Seam at={split} onMove={setSplit} /> : null}
        </div>
      </StageBox>
      <VideoControls player={after} view={view} onView={setView} />
    </div>
  );
}
