import { useSubmit, type SubmitOptions } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { passkeyMessage } from './passkey-error';

const loadBrowser = () => import('@simplewebauthn/browser');

type Browser = Awaited<ReturnType<typeof loadBrowser>>;
type Form = Record<string, string>;

interface DialogOptions extends SubmitOptions {
  /** What to do after a fault. */
  advice: string;
}

/**
 * Opens the browser's dialog once the server has begun, and submits what it answers. A visitor who leaves the page ends it.
 * @param sign opens the dialog; returns the fields of the form to submit
 */
export function usePasskeyDialog<Begun>(
  begun: Begun | undefined,
  sign: (browser: Browser, begun: Begun) => Promise<Form>,
  { advice, ...options }: DialogOptions,
) {
  const submit = useSubmit();
  const [fault, setFault] = useState<string>();
  const latest = useRef({ sign, advice, options });
  latest.current = { sign, advice, options };

  useEffect(() => {
    if (!begun) return;
    let isLeft = false;
    const open = async () => {
      const browser = await loadBrowser();
      if (isLeft) return;
      const form = await latest.current.sign(browser, begun);
      if (!isLeft) submit(form, { method: 'post', ...latest.current.options });
    };
    open().catch((error: unknown) => isLeft || setFault(passkeyMessage(error, latest.current.advice)));
    return () => {
      isLeft = true;
      void loadBrowser().then(
        ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
        () => {}, // the code did not load: there is no dialog
      );
    };
  }, [begun, submit]);

  return { fault, clearFault: () => setFault(undefined) };
}
