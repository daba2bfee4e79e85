import type { ReactNode } from 'react';

import { Icon, type IconName } from './icon';

const icons: Record<'info' | 'warn' | 'error', IconName> = { info: 'info', warn: 'info', error: 'warning' };

/** Errors are announced immediately (role alert). */
export function Note({
  kind = 'info',
  icon,
  children,
}: {
  kind?: keyof typeof icons;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <div className={`note note--${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={icon ?? icons[kind]} />
      <div>{children}</div>
    </div>
  );
}
