import { useCallback, useRef, useState, type FormEvent } from 'react';

import { areReadable, unreadableMessage } from './readable-file';

/** What the field of the files shows. */
export interface FilesFault {
  fault?: string;
  /** To be called when other files are chosen. */
  clearFault: () => void;
}

/** Sends a form only if its files can be read. Else Remix would show the error page, and what was typed would be lost. */
export function useReadableFiles() {
  const [fault, setFault] = useState<string>();
  const state = useRef<'idle' | 'reading' | 'read'>('idle');
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const files = filesIn(form);
    if (files.length === 0 || state.current === 'read') return;
    event.preventDefault();
    if (state.current === 'reading') return;
    state.current = 'reading';
    const { submitter } = event.nativeEvent as SubmitEvent;
    void areReadable(files).then((canBeRead) => {
      setFault(canBeRead ? undefined : unreadableMessage);
      state.current = 'read';
      if (canBeRead) form.requestSubmit(submitter); // calls `onSubmit` again, before it returns
      state.current = 'idle';
    });
  };
  const clearFault = useCallback(() => setFault(undefined), []);
  return { onSubmit, fault, clearFault };
}

const filesIn = (form: HTMLFormElement): File[] =>
  [...form.elements].flatMap((field) => (field instanceof HTMLInputElement ? [...(field.files ?? [])] : []));
