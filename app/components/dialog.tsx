import type { ReactNode } from 'react';

import { useLazy } from '~/loading/use-lazy';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Phrase decisions as questions. */
  title: string;
  description?: string;
  children: ReactNode;
}

const loadBox = () => import('./dialog-box');

export function Dialog(props: DialogProps) {
  const part = useLazy(loadBox, props.open);
  return part ? <part.DialogBox {...props} /> : null;
}
