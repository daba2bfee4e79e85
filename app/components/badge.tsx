import type { UserStatus } from '#contract/index';

import { Icon } from './icon';

const statuses: Record<UserStatus, { label: string; color: string }> = {
  free: { label: 'Free', color: 'green' },
  premium: { label: 'Premium', color: 'orange' },
  expired: { label: 'Expired', color: 'red' },
};

/** Unknown statuses are grey. */
export function StatusBadge({ status }: { status: string }) {
  const known = Object.hasOwn(statuses, status) ? statuses[status as UserStatus] : undefined;
  return (
    <span className={`badge ${known ? `badge--${known.color}` : ''}`}>
      {status === 'premium' ? <Icon name="crown" /> : null}
      {known?.label ?? status}
    </span>
  );
}

/**
 * In the corner of a result. One with the label in its own pixels has it only where it is shown small, over its own, which
 * cannot be read there.
 * @param isSmall shown small at any width of the page
 */
export function ResultBadge({ isLabelled, isSmall }: { isLabelled: boolean; isSmall?: boolean }) {
  return (
    <span className="corner corner--tr" data-over={isLabelled ? (isSmall ? 'always' : 'small') : undefined}>
      <AiBadge />
    </span>
  );
}

/** In the corner of an original. */
export function OriginalBadge() {
  return (
    <span className="corner corner--tl">
      <span className="badge badge--media">Original</span>
    </span>
  );
}

export function AiBadge() {
  return (
    <span className="badge badge--media">
      <Icon name="tag" />
      AI modified
    </span>
  );
}
