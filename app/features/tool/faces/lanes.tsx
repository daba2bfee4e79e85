import type { CSSProperties } from 'react';

import type { Person } from '#contract/index';

import { Face } from '~/components/face';
import { formatTime, type TrimPart } from '~/features/tool/times';

interface Props {
  /** From left to right. */
  persons: Person[];
  active: string;
  part: TrimPart;
}

const percent = (ms: number, length: number) => `${((100 * Math.min(Math.max(ms, 0), length)) / length).toFixed(2)}%`;

/** When each person is on screen. */
export function Lanes({ persons, active, part }: Props) {
  const length = part.end_ms - part.start_ms;
  if (length <= 0) return null;
  return (
    <div className="lanes">
      {persons.map((person, index) => (
        <Lane
          key={person.key}
          person={person}
          name={`Person ${index + 1}`}
          part={part}
          isActive={person.key === active}
        />
      ))}
      <div className="lanes__axis tiny faint tabular-nums" aria-hidden="true">
        {ticksOf(part).map((at) => (
          <span key={at} style={{ '--at': percent(at - part.start_ms, length) } as CSSProperties}>
            {formatTime(at)}
          </span>
        ))}
      </div>
    </div>
  );
}

function Lane({ person, name, part, isActive }: { person: Person; name: string; part: TrimPart; isActive: boolean }) {
  const length = part.end_ms - part.start_ms;
  const times = person.spans.map(({ start_ms, end_ms }) => `${formatTime(start_ms)} to ${formatTime(end_ms)}`);
  return (
    <div className="lane" data-on={isActive || undefined}>
      <Face size={24} src={person.thumb_url} />
      <div className="lane__track" role="img" aria-label={`${name}: on screen ${times.join(', ')}`}>
        {person.spans.map(({ start_ms, end_ms }) => {
          const place = {
            '--at': percent(start_ms - part.start_ms, length),
            '--for': percent(end_ms - start_ms, length),
          };
          return <i key={start_ms} style={place as CSSProperties} />;
        })}
      </div>
    </div>
  );
}

const steps = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000];
const maxTicks = 6;

/** Round times in the part, at most six; both ends of a short part. */
export function ticksOf({ start_ms, end_ms }: TrimPart): number[] {
  const length = end_ms - start_ms;
  const step = steps.find((each) => length / each < maxTicks) ?? Math.ceil(length / maxTicks);
  const first = Math.ceil(start_ms / step) * step;
  const count = Math.floor((end_ms - first) / step) + 1;
  const ticks = Array.from({ length: Math.max(count, 0) }, (_, index) => first + index * step);
  return ticks.length > 1 ? ticks : [start_ms, end_ms];
}
