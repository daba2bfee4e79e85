import { Form, Link } from '@remix-run/react';

import type { User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button, ButtonLink } from '~/components/button';
import { Field } from '~/components/field';
import { paths } from '~/lib/paths';
import { useIsSending } from '~/lib/use-is-sending';

import { IdentityForm, type Identity } from './identity-form';

export function AskForNewEmail({ user, isGoogleSetUp, refused }: Identity) {
  return (
    <IdentityForm
      user={user}
      isGoogleSetUp={isGoogleSetUp}
      refused={refused}
      returnTo={paths.myEmail()}
      action="change the address"
      submit="Send the link"
      intent="ask"
      cancel="Back"
    >
      <p className="muted">
        You log in with <b className="break-all">{user.email}</b>, and our mails go there. It stays so until you open
        the link that we send to the new address.
      </p>
      <Field
        label="New e-mail address"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={refused?.values.email}
        error={refused?.fields.email}
      />
    </IdentityForm>
  );
}

export function UseNewEmail({ user, newEmail }: { user: User; newEmail: string }) {
  const isBusy = useIsSending();
  return (
    <Form method="post" className="grid max-w-[62ch] gap-5">
      <AccountField />
      <p className="muted">
        From now on you log in with <b className="break-all">{newEmail}</b> instead of{' '}
        <span className="break-all">{user.email}</span>, and our mails go there.
      </p>
      {user.has_google ? (
        <p className="muted">
          Your Google account still logs you in. To end that,{' '}
          <Link className="link" to={paths.myGoogle()}>
            disconnect Google
          </Link>
          .
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="confirm" look="primary" busy={isBusy}>
          Use this address
        </Button>
        <ButtonLink look="ghost" to={paths.myAccount()}>
          Keep the old one
        </ButtonLink>
      </div>
    </Form>
  );
}
