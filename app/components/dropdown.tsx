import * as Radix from '@radix-ui/react-dropdown-menu';
import type { PointerEvent } from 'react';

import { useRestoredFocus } from './disclosure';
import type { MenuProps } from './menu';
import { MenuEntry, type ItemProps } from './menu-item';
import type { useHoverOpen } from './use-hover-open';

type Props = MenuProps & ReturnType<typeof useHoverOpen> & { takesFocus: boolean };

export function Dropdown(props: Props) {
  const { label, labelClass, name, title, align = 'end', isOpen, setOpen, hover, takesFocus, children } = props;
  const keepOpen = (event: PointerEvent) => {
    if (props.hasJustOpened()) event.preventDefault();
  };
  const trigger = useRestoredFocus(takesFocus);
  /** The label is outside of the menu: without this, the press that `keepOpen` ignores would close it. */
  const ignoreLabel = (event: Event) => {
    if (props.hasJustOpened() && trigger.current?.contains(event.target as Node)) event.preventDefault();
  };
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger ref={trigger} className={labelClass} aria-label={name} onPointerDown={keepOpen} {...hover}>
        {label}
      </Radix.Trigger>
      {/* No portal: stays inside its landmark. */}
      <Radix.Content
        className="menu"
        align={align}
        sideOffset={8}
        collisionPadding={12}
        onInteractOutside={ignoreLabel}
        {...hover}
      >
        {title ? <p className="menu__title">{title}</p> : null}
        <MenuEntry.Provider value={Entry}>{children}</MenuEntry.Provider>
      </Radix.Content>
    </Radix.Root>
  );
}

function Entry({ onSelect, keepsOpen, children }: ItemProps) {
  const select = (event: Event) => {
    if (keepsOpen) event.preventDefault();
    onSelect?.();
  };
  return (
    <Radix.Item asChild onSelect={select}>
      {children}
    </Radix.Item>
  );
}
