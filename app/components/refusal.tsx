import { useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Note } from './note';

/** Why a form was refused, above the form: comes into view, since the form's button may be far below. */
export function Refusal({ message }: { message: string | undefined }) {
  const note = useRef<HTMLDivElement>(null);
  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    if (message && isIdle) note.current?.scrollIntoView?.({ block: 'nearest' });
  }, [message, isIdle]);
  if (!message) return null;
  return (
    <div ref={note}>
      <Note kind="error">{message}</Note>
    </div>
  );
}
