import { useFetcher } from '@remix-run/react';

import type { Output } from '#contract/index';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useIsSending } from '~/lib/use-is-sending';
import { useHydrated } from '~/loading/use-hydrated';

import { usePasskeyDialog } from './use-passkey-dialog';

type Begun = Output<'passkey_login_begin'>;

/** Only with script: the browser signs by one. */
export function PasskeyLogin() {
  const begin = useFetcher<Begun | FormState>();
  const isSent = useIsSending('passkey');
  const begun = begin.data && 'options' in begin.data ? begin.data : undefined;

  const { fault, clearFault } = usePasskeyDialog(
    begun,
    async ({ startAuthentication }, { options }) => {
      const response = await startAuthentication({ optionsJSON: options as never });
      return { intent: 'passkey', response: JSON.stringify(response) };
    },
    { advice: 'Try again, or log in another way.', replace: true },
  );

  if (!useHydrated()) return null;
  const refused = begin.data && 'message' in begin.data ? begin.data.message : undefined;
  const message = fault ?? refused;
  return (
    <begin.Form method="post" action={paths.resources.passkey()} onSubmit={clearFault}>
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
