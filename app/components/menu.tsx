import { useLocation } from '@remix-run/react';
import { useEffect, type PointerEvent, type ReactNode } from 'react';

import { Disclosure, useLazyUpgrade } from './disclosure';
import { useHoverOpen } from './use-hover-open';

export { MenuItem } from './menu-item';

export interface MenuProps {
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

const loadDropdown = () => import('./dropdown');

/** A disclosure as the page arrives; with arrow keys and type-ahead once a hand or the focus has come near it. */
export function Menu(props: MenuProps) {
  const { label, labelClass, name, title, align = 'end', children } = props;
  const { key } = useLocation();
  const state = useHoverOpen();
  const { isOpen, setOpen, hover } = state;
  const { part, near, takesFocus } = useLazyUpgrade(loadDropdown);
  useEffect(() => () => setOpen(false), [key, setOpen]);

  if (part) return <part.Dropdown {...props} {...state} takesFocus={takesFocus()} />;
  const enter = (event: PointerEvent) => {
    near.onPointerEnter();
    hover.onPointerEnter(event);
  };
  return (
    <Disclosure
      className="relative"
      {...{ label, labelClass, name, isOpen, setOpen }}
      near={{ ...near, ...hover, onPointerEnter: enter }}
    >
      <div className="menu" data-align={align}>
        {title ? <p className="menu__title">{title}</p> : null}
        {children}
      </div>
    </Disclosure>
  );
}
