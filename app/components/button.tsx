import { Link, type LinkProps } from '@remix-run/react';
import type { ComponentProps, MouseEvent } from 'react';

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

/**
 * Use at most one primary button per view. A busy one, or one that waits for another of its form (`aria-disabled`), is not
 * `disabled`: browsers would take the focus from it.
 */
export function Button({ look, size, block, icon, busy, className = '', onClick, ...rest }: ButtonProps) {
  const isDisabled = busy || rest['aria-disabled'];
  return (
    <button
      {...rest}
      className={`${buttonClass({ look, size, block, icon })} ${className}`}
      onClick={isDisabled ? ignore : onClick}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      aria-disabled={isDisabled}
    />
  );
}

/** Enter in a field counts as a click on the form's first submit button. */
const ignore = (event: MouseEvent) => event.preventDefault();

export function ButtonLink({ look, size, block, icon, className = '', ...rest }: Look & LinkProps) {
  return <Link {...rest} className={`${buttonClass({ look, size, block, icon })} ${className}`} />;
}
