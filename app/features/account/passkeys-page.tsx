import { Form, useFetcher } from '@remix-run/react';

import type { Passkey, User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Note } from '~/components/note';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useIsSending } from '~/lib/use-is-sending';
import { useHydrated } from '~/loading/use-hydrated';

import { ConfirmIdentity } from './confirm-identity';
import type { PasskeyAnswer } from './passkeys.server';
import { usePasskeyDialog } from './use-passkey-dialog';

interface Identity {
  user: User;
  isGoogleSetUp: boolean;
}

interface RowProps extends Identity {
  refused?: FormState;
}

export function PasskeyList({ passkeys, ...row }: { passkeys: Passkey[] } & RowProps) {
  return (
    <ul className="rows" aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.passkey_id} passkey={passkey} {...row} />
      ))}
    </ul>
  );
}

function PasskeyRow({ passkey, user, isGoogleSetUp, refused }: { passkey: Passkey } & RowProps) {
  const { passkey_id, name, created_at, last_used_at } = passkey;
  const errors = refused?.values.passkey_id === passkey_id ? refused.fields : undefined;
  return (
    <li className="rows__row passkey">
      <span className="font-medium break-words">{name}</span>
      <span className="small muted">
        Added on <Time value={created_at} />
        {last_used_at ? (
          <>
            , last used <Time value={last_used_at} withTime />
          </>
        ) : (
          ', not used yet'
        )}
      </span>
      <div className="passkey__forms">
        <details open={errors !== undefined}>
          <summary className="link small">Rename or remove {name}</summary>
          <div className="grid max-w-[420px] gap-6 pt-3">
            <Form method="post" className="grid gap-3" noValidate>
              <AccountField />
              <input type="hidden" name="passkey_id" value={passkey_id} />
              <Field
                label="Name"
                name="name"
                maxLength={60}
                required
                defaultValue={name}
                autoComplete="off"
                error={errors?.name}
              />
              <Button type="submit" size="small" className="justify-self-start" name="intent" value="rename">
                Rename
              </Button>
            </Form>
            <Form method="post" className="grid gap-3" noValidate>
              <AccountField />
              <input type="hidden" name="passkey_id" value={passkey_id} />
              <ConfirmIdentity
                user={user}
                isGoogleSetUp={isGoogleSetUp}
                returnTo={paths.myPasskeys()}
                action="remove it"
                error={errors?.password}
              />
              <Button
                type="submit"
                size="small"
                look="danger"
                className="justify-self-start"
                name="intent"
                value="remove"
              >
                Remove
              </Button>
            </Form>
          </div>
        </details>
      </div>
    </li>
  );
}

export function NewPasskey({ user, isGoogleSetUp }: Identity) {
  const { Form: FetcherForm, data: answer, state } = useFetcher<PasskeyAnswer & Partial<FormState>>();
  const isAdding = useIsSending('add');
  const { fault, clearFault } = usePasskeyDialog(
    answer?.begun,
    async ({ startRegistration }, { options, name }) => {
      const response = await startRegistration({ optionsJSON: options as never });
      return { intent: 'add', name, response: JSON.stringify(response) };
    },
    { advice: 'Try again.' },
  );

  useFocusError(answer);
  if (!useHydrated()) {
    return (
      <Note icon="lock">
        Adding a passkey and logging in with one need JavaScript, because the browser signs by a script. Everything else
        here works without it.
      </Note>
    );
  }
  const message = fault ?? answer?.message;
  return (
    <section className="grid max-w-[62ch] gap-5" aria-labelledby="new-passkey">
      <h2 className="t-card" id="new-passkey">
        New passkey
      </h2>
      <FetcherForm method="post" className="grid gap-5" noValidate onSubmit={clearFault}>
        <AccountField />
        {message ? <Note kind="error">{message}</Note> : null}
        <Field
          label="Name"
          name="name"
          maxLength={60}
          required
          autoComplete="off"
          hint="To tell it apart: “My phone”."
          error={answer?.fields?.name}
        />
        <ConfirmIdentity
          user={user}
          isGoogleSetUp={isGoogleSetUp}
          returnTo={paths.myPasskeys()}
          action="add it"
          error={answer?.fields?.password}
        />
        <Button
          type="submit"
          look="primary"
          name="intent"
          value="begin"
          busy={state !== 'idle' || isAdding}
          className="justify-self-start"
        >
          Add a passkey
        </Button>
      </FetcherForm>
    </section>
  );
}
