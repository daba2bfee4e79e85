import { cloneElement, createContext, useContext, type ComponentType, type ReactElement } from 'react';

export interface ItemProps {
  /** Beside what its link or button does by itself. */
  onSelect?: () => void;
  /** The menu stays when it is chosen. */
  keepsOpen?: boolean;
  children: ReactElement<{ onClick?: () => void }>;
}

/** What an entry is where the menu is more than a disclosure. */
export const MenuEntry = createContext<ComponentType<ItemProps> | null>(null);

/** One row of a menu around a link or a button. */
export function MenuItem(props: ItemProps) {
  const Entry = useContext(MenuEntry);
  if (Entry) return <Entry {...props} />;
  const { onSelect, children } = props;
  return onSelect ? cloneElement(children, { onClick: onSelect }) : children;
}
