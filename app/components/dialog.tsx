import type { ReactNode } from 'react';

import { useLazy } from '~/loading/use-lazy';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Phrase it as a question if the dialog asks for a decision. */
  title: string;
  /** The consequences. */
  description?: string;
  children: ReactNode;
}

const loadBox = () => import('./dialog-box');

/** Loads the dialog's code when it is first opened. */
export function Dialog(props: DialogProps) {
  const part = useLazy(loadBox, props.open);
  return part ? <part.DialogBox {...props} /> : null;
}
