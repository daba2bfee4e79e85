import type { PointerEvent, ReactNode } from 'react';

import { Disclosure, useLazyUpgrade } from './disclosure';
import { useHoverOpen } from './use-hover-open';

export { MenuItem } from './menu-item';

export interface MenuProps {
  /** Contents of the trigger, not a button. */
  label: ReactNode;
  labelClass: string;
  /** If the label is an image. */
  name?: string;
  title?: string;
  align?: 'start' | 'end';
  children: ReactNode;
}

const loadDropdown = () => import('./dropdown');

/** A disclosure, upgraded to a menu when a pointer or the focus comes near. */
export function Menu(props: MenuProps) {
  const { label, labelClass, name, title, align = 'end', children } = props;
  const state = useHoverOpen();
  const { isOpen, setOpen, hasJustOpened, hover } = state;
  const { part, near, takesFocus } = useLazyUpgrade(loadDropdown);

  if (part) return <part.Dropdown {...props} {...state} takesFocus={takesFocus()} />;
  const enter = (event: PointerEvent) => {
    near.onPointerEnter();
    hover.onPointerEnter(event);
  };
  return (
    <Disclosure
      className="relative"
      {...{ label, labelClass, name, isOpen, setOpen, hasJustOpened }}
      near={{ ...near, ...hover, onPointerEnter: enter }}
    >
      <div className="menu" data-align={align}>
        {title ? <p className="menu__title">{title}</p> : null}
        {children}
      </div>
    </Disclosure>
  );
}
