import type { ReactNode } from 'react';

import { useLazy } from '~/loading/use-lazy';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question, when something is to be decided. */
  title: string;
  /** What follows from the decision. */
  description?: string;
  children: ReactNode;
}

const loadBox = () => import('./dialog-box');

/** A dialog, loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const part = useLazy(loadBox, props.open);
  return part ? <part.DialogBox {...props} /> : null;
}
