import { Form } from '@remix-run/react';

import type { User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button } from '~/components/button';
import { CheckGroup } from '~/components/check-group';
import { Field } from '~/components/field';
import { ConfirmIdentity } from '~/features/account/confirm-identity';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useIsSending } from '~/lib/use-is-sending';

interface Props {
  user: User;
  isGoogleSetUp: boolean;
  refused?: FormState;
}

const scopes = [
  { value: 'read', meaning: 'look at uploads, faces, swaps, credits and webhooks' },
  { value: 'create', meaning: 'upload, swap, spend credits, and delete media' },
];

export function NewKey({ user, isGoogleSetUp, refused }: Props) {
  const isBusy = useIsSending('create');
  const chosen = refused?.values.scopes?.split(',') ?? ['read', 'create'];
  return (
    <section className="grid max-w-[62ch] gap-5" aria-labelledby="new-key">
      <h2 className="t-card" id="new-key">
        New key
      </h2>
      <Form method="post" className="grid gap-5" noValidate>
        <AccountField />
        <Field
          label="Name"
          name="name"
          maxLength={60}
          required
          autoComplete="off"
          hint="Where it is used: “Build server”."
          defaultValue={refused?.values.name}
          error={refused?.fields.name}
        />
        <CheckGroup legend="Scopes" name="scopes" options={scopes} chosen={chosen} error={refused?.fields.scopes} />
        <ConfirmIdentity
          user={user}
          isGoogleSetUp={isGoogleSetUp}
          returnTo={paths.myApi()}
          action="make the key"
          error={refused?.fields.password}
        />
        <Button type="submit" look="primary" name="intent" value="create" busy={isBusy} className="justify-self-start">
          Make the key
        </Button>
      </Form>
    </section>
  );
}
