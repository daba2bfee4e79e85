import { cloneElement, createContext, useContext, type ComponentType, type ReactElement } from 'react';

export interface ItemProps {
  /** Called in addition to the link's or button's own action. */
  onSelect?: () => void;
  /** The menu stays open after selection. */
  keepsOpen?: boolean;
  children: ReactElement<{ onClick?: () => void }>;
}

/** Renders items inside the upgraded menu; null inside a plain disclosure. */
export const MenuEntry = createContext<ComponentType<ItemProps> | null>(null);

export function MenuItem(props: ItemProps) {
  const Entry = useContext(MenuEntry);
  if (Entry) return <Entry {...props} />;
  const { onSelect, children } = props;
  return onSelect ? cloneElement(children, { onClick: onSelect }) : children;
}
