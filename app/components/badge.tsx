import type { UserStatus } from '#contract/index';

import { Icon } from './icon';

const statuses: Record<UserStatus, { label: string; color: string }> = {
  free: { label: 'Free', color: 'green' },
  premium: { label: 'Premium', color: 'orange' },
  expired: { label: 'Expired', color: 'red' },
};

/** Free green, Premium orange with a crown, Expired red; anything the site doesn't know yet is grey, in its own words. */
export function StatusBadge({ status }: { status: string }) {
  const known = Object.hasOwn(statuses, status) ? statuses[status as UserStatus] : undefined;
  return (
    <span className={`badge ${known ? `badge--${known.color}` : ''}`}>
      {status === 'premium' ? <Icon name="crown" /> : null}
      {known?.label ?? status}
    </span>
  );
}

/** Said on every result and preview. */
export function AiBadge() {
  return (
    <span className="badge badge--media">
      <Icon name="tag" />
      AI modified
    </span>
  );
}
