import type { CSSProperties } from 'react';

interface Props {
  /** Percent; null is indeterminate. */
  value: number | null;
  label: string;
  thin?: boolean;
  state?: 'going' | 'paused' | 'failed' | 'done';
}

export function Progress({ value, label, thin, state = 'going' }: Props) {
  const rounded = value === null ? undefined : Math.round(value);
  return (
    <div
      className={`bar ${thin ? 'bar--thin' : ''}`}
      style={{ '--value': rounded === undefined ? undefined : `${rounded}%` } as CSSProperties}
      data-state={state}
      data-indeterminate={value === null || undefined}
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
