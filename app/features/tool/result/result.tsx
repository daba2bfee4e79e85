import type { Order } from '#contract/index';

import { Compare } from '~/components/compare';

import { ResultPlayers } from './result-players';
import { aspectStyle, Stage } from '~/features/tool/stage';
import { kindNoun } from '~/features/tool/format';

interface Props {
  order: Order;
  resultUrl: string;
  width?: number | null;
  height?: number | null;
}

/** Before and after: under one seam for pictures, side by side for a video; the result alone without its original. */
export function Result({ order, resultUrl, width = null, height = null }: Props) {
  if (order.kind === 'video') return <ResultPlayers order={order} resultUrl={resultUrl} />;
  const noun = kindNoun(order.kind);
  const after = { src: resultUrl, alt: `The ${noun} with the faces swapped` };
  // A part of a GIF does not run in step with the whole.
  if (!order.before_url || order.trim_interval) return <Stage {...after} width={width} height={height} />;
  return (
    <div className="stage stage--media">
      <div className="stage__picture" style={aspectStyle(width, height)}>
        <Compare
          before={{ src: order.before_url, alt: `The original ${noun}` }}
          after={after}
          labelled={order.label.visible}
        />
      </div>
    </div>
  );
}
