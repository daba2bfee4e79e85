import type { Material } from '#contract/index';

import { Icon } from '~/components/icon';

import { formatClock } from '~/lib/format';

export function DurationBadge({ kind, ms }: { kind: Material['kind']; ms: number | null }) {
  if (kind === 'photo') return null;
  return (
    <span className="corner corner--bl">
      <span className="badge badge--media tabular-nums">
        <Icon name="film" />
        {kind === 'gif' ? 'GIF ' : null}
        {ms === null ? null : formatClock(ms)}
      </span>
    </span>
  );
}
