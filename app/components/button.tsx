import { Link, type LinkProps } from '@remix-run/react';
import type { ComponentProps } from 'react';

interface Look {
  look?: 'primary' | 'second' | 'ghost' | 'danger';
  size?: 'small' | 'normal' | 'large';
  block?: boolean;
  /** Square, for an icon alone. */
  icon?: boolean;
}

export function buttonClass({ look = 'second', size = 'normal', block, icon }: Look = {}): string {
  const parts = ['btn', `btn--${look}`];
  if (size !== 'normal') parts.push(`btn--${size}`);
  if (block) parts.push('btn--block');
  if (icon) parts.push('btn--icon');
  return parts.join(' ');
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean };

/** Use at most one primary button per view. */
export function Button({ look, size, block, icon, busy, className = '', disabled, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      className={`${buttonClass({ look, size, block, icon })} ${className}`}
      disabled={disabled || busy}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
    />
  );
}

export function ButtonLink({ look, size, block, icon, className = '', ...rest }: Look & LinkProps) {
  return <Link {...rest} className={`${buttonClass({ look, size, block, icon })} ${className}`} />;
}
