import type { CSSProperties } from 'react';

interface Props {
  /** Percent. */
  value: number;
  label: string;
  thin?: boolean;
  state?: 'going' | 'paused' | 'failed' | 'done';
}

/** A bar whose head is the seam, while it goes on. */
export function Progress({ value, label, thin, state = 'going' }: Props) {
  const rounded = Math.round(value);
  return (
    <div
      className={`bar ${thin ? 'bar--thin' : ''}`}
      style={{ '--value': `${rounded}%` } as CSSProperties}
      data-state={state}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={rounded}
    >
      <i />
    </div>
  );
}
