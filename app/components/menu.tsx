import * as Radix from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';

import { useHydrated } from '~/use-hydrated';

import { useHoverOpen } from './use-hover-open';

interface Props {
  /** What opens the menu: its contents, not a button. */
  label: ReactNode;
  labelClass: string;
  /** For screen readers, when the label is a picture. */
  name?: string;
  title?: string;
  /** Which edge of the label the menu keeps to. */
  align?: 'start' | 'end';
  children: ReactNode;
}

/** A dropdown: `<details>` as the page arrives, arrow keys and type-ahead once the script has taken over. */
export function Menu({ label, labelClass, name, title, align = 'end', children }: Props) {
  const { isOpen, setOpen, hover } = useHoverOpen();
  const heading = title ? <p className="menu__title">{title}</p> : null;
  if (!useHydrated()) {
    return (
      <details className="relative">
        <summary className={labelClass} aria-label={name}>
          {label}
        </summary>
        <div className="menu" data-align={align}>
          {heading}
          {children}
        </div>
      </details>
    );
  }
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger className={labelClass} aria-label={name} {...hover}>
        {label}
      </Radix.Trigger>
      {/* Stays where it is in the document, inside its landmark. */}
      <Radix.Content className="menu" align={align} sideOffset={8} collisionPadding={12} {...hover}>
        {heading}
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

interface ItemProps {
  onSelect?: (event: Event) => void;
  children: ReactElement;
}

/** One row of a menu around a link or a button. */
export function MenuItem({ onSelect, children }: ItemProps) {
  if (!useHydrated()) return children;
  return (
    <Radix.Item asChild onSelect={onSelect}>
      {children}
    </Radix.Item>
  );
}
