import type { CSSProperties } from 'react';

import type { Person } from '#contract/index';

import { formatTime, type TrimPart } from '~/features/tool/times';

export function ScreenTimes({ person, part }: { person: Person; part: TrimPart }) {
  const length = part.end_ms - part.start_ms;
  if (length <= 0 || person.spans.length === 0) return null;
  const percent = (ms: number) => `${((100 * Math.min(Math.max(ms, 0), length)) / length).toFixed(2)}%`;
  return (
    <div
      className="screen-times"
      role="img"
      aria-label={`On screen ${person.spans.map(({ start_ms, end_ms }) => `${formatTime(start_ms)} to ${formatTime(end_ms)}`).join(', ')}`}
    >
      {person.spans.map(({ start_ms, end_ms }) => {
        const place = { '--at': percent(start_ms - part.start_ms), '--for': percent(end_ms - start_ms) };
        return <i key={start_ms} style={place as CSSProperties} />;
      })}
    </div>
  );
}
