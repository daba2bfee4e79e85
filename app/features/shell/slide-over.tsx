import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';

import { buttonClass } from '~/components/button';
import { useRestoredFocus } from '~/components/disclosure';
import { Icon } from '~/components/icon';

interface Props {
  label: ReactNode;
  labelClass: string;
  name: string;
  owner: ReactNode;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  takesFocus: boolean;
  children: ReactNode;
}

/** Traps focus; Escape closes it. */
export function SlideOver({ label, labelClass, name, owner, isOpen, setOpen, takesFocus, children }: Props) {
  const trigger = useRestoredFocus(takesFocus);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger ref={trigger} className={labelClass} aria-label={name}>
        {label}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="slide" aria-describedby={undefined}>
          <Radix.Title className="sr-only">{name}</Radix.Title>
          <div className="slide__top">
            {owner}
            <Radix.Close className={buttonClass({ look: 'ghost', icon: true })} aria-label="Close the menu">
              <Icon name="close" size={24} />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
