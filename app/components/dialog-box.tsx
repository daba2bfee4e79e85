import * as Radix from '@radix-ui/react-dialog';
import { useRef } from 'react';

import { Button } from './button';
import type { DialogProps } from './dialog';
import { Icon } from './icon';

/** Traps focus; Escape closes it and restores the focus. */
export function DialogBox({ open, onOpenChange, title, description, children }: DialogProps) {
  const opener = useRef<Element | null>(null);
  const takeFocus = () => void (opener.current = document.activeElement);
  // Radix returns the focus to its own trigger only.
  const returnFocus = () => opener.current instanceof HTMLElement && opener.current.focus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className="dialog"
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog__body">
            <div className="flex items-center justify-between gap-3">
              <Radix.Title className="t-page">{title}</Radix.Title>
              <Radix.Close asChild>
                <Button look="ghost" icon aria-label="Close" className="-my-2 -mr-2.5">
                  <Icon name="close" />
                </Button>
              </Radix.Close>
            </div>
            {description ? <Radix.Description className="muted">{description}</Radix.Description> : null}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
