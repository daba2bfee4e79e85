import type { CSSProperties } from 'react';

/** A bar whose head is the seam. `value` is a percentage. */
export function Progress({ value, label, thin }: { value: number; label: string; thin?: boolean }) {
  const rounded = Math.round(value);
  return (
    <div
      className={`bar ${thin ? 'bar--thin' : ''}`}
      style={{ '--value': `${rounded}%` } as CSSProperties}
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
