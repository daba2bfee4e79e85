import { useSubmit } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';

/** Submits once; prerendered pages and background tabs wait. */
export function useConfirmWhenVisible(form: RefObject<HTMLFormElement | null>, isAllowed: boolean): void {
  const submit = useSubmit();
  const isSent = useRef(false);
  useEffect(() => {
    if (!isAllowed) return;
    const confirm = () => {
      if (isSent.current || document.visibilityState !== 'visible') return;
      isSent.current = true;
      submit(form.current, { replace: true });
    };
    confirm();
    document.addEventListener('visibilitychange', confirm);
    return () => document.removeEventListener('visibilitychange', confirm);
  }, [form, isAllowed, submit]);
}
