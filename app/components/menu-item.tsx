import { cloneElement, createContext, useContext, type ComponentType, type ReactElement } from 'react';

export interface ItemProps {
  onSelect?: () => void;
  /** Stays open after selection. */
  keepsOpen?: boolean;
  children: ReactElement<{ onClick?: () => void }>;
}

/** Null inside a plain disclosure. */
export const MenuEntry = createContext<ComponentType<ItemProps> | null>(null);

export function MenuItem(props: ItemProps) {
  const Entry = useContext(MenuEntry);
  if (Entry) return <Entry {...props} />;
  const { onSelect, children } = props;
  return onSelect ? cloneElement(children, { onClick: onSelect }) : children;
}
