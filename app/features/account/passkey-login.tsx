import { useFetcher, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useState } from 'react';

import type { Output } from '#contract/index';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useHydrated } from '~/loading/use-hydrated';

import { passkeyMessage } from './passkey-error';

type Begun = Output<'passkey_login_begin'>;

/** Only with script: the browser signs by one. */
export function PasskeyLogin() {
  const begin = useFetcher<Begun | FormState>();
  const submit = useSubmit();
  const isSent = useNavigation().formData?.get('intent') === 'passkey';
  const [fault, setFault] = useState<string>();
  const begun = begin.data && 'options' in begin.data ? begin.data : undefined;

  useEffect(() => {
    if (!begun) return;
    const send = async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const response = await startAuthentication({ optionsJSON: begun.options as never });
      submit({ intent: 'passkey', response: JSON.stringify(response) }, { method: 'post', replace: true });
    };
    send().catch((error: unknown) => setFault(passkeyMessage(error, 'Try again, or log in another way.')));
  }, [begun, submit]);

  if (!useHydrated()) return null;
  const refused = begin.data && 'message' in begin.data ? begin.data.message : undefined;
  const message = fault ?? refused;
  return (
    <begin.Form method="post" action={paths.resources.passkey()} onSubmit={() => setFault(undefined)}>
      {message ? (
        <div className="mb-5">
          <Note kind="error">{message}</Note>
        </div>
      ) : null}
      <Button type="submit" size="large" block name="intent" value="begin" busy={begin.state !== 'idle' || isSent}>
        <Icon name="lock" />
        Use a passkey
      </Button>
    </begin.Form>
  );
}
