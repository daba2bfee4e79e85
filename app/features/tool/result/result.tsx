import type { Order } from '#contract/index';

import { ResultBadge } from '~/components/badge';
import { Compare } from '~/components/compare';

import { ResultPlayers } from './result-players';
import { Stage, StageBox } from '~/features/tool/stage';
import { kindNoun } from '~/features/tool/format';

interface Props {
  order: Order;
  resultUrl: string;
  width?: number | null;
  height?: number | null;
  /** See `seamStart`. */
  split?: number;
}

export function Result({ order, resultUrl, width = null, height = null, split }: Props) {
  if (order.kind === 'video') return <ResultPlayers {...{ order, resultUrl, width, height, split }} />;
  const noun = kindNoun(order.kind);
  const after = { src: resultUrl, alt: `The ${noun} with the faces swapped` };
  // A trimmed GIF is out of step with the original.
  if (!order.before_url || order.trim_interval) {
    return (
      <Stage {...after} width={width} height={height}>
        <ResultBadge isLabelled={order.label.visible} />
      </Stage>
    );
  }
  return (
    <StageBox width={width} height={height}>
      <Compare
        before={{ src: order.before_url, alt: `The original ${noun}` }}
        after={after}
        split={split}
        labelled={order.label.visible}
      />
    </StageBox>
  );
}
