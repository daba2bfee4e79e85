import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';

import type { User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button, ButtonLink } from '~/components/button';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useIsSending } from '~/lib/use-is-sending';

import { ConfirmIdentity } from './confirm-identity';

export interface Identity {
  user: User;
  isGoogleSetUp: boolean;
  refused?: FormState;
}

interface Props extends Identity {
  /** Return page after the Google sign-in. */
  returnTo: string;
  /** Within a sentence, e.g. "delete". */
  action: string;
  submit: string;
  intent?: string;
  look?: 'primary' | 'danger';
  /** Another action of the same form, which Enter chooses. */
  other?: { submit: string; intent: string };
  /** Leads back to the account. */
  cancel: string;
  children: ReactNode;
}

/** Of an action of the account that its owner confirms: what it does, who they are, the button. */
export function IdentityForm({
  children,
  submit,
  intent,
  look = 'primary',
  other,
  cancel,
  refused,
  ...identity
}: Props) {
  const isSending = useIsSending() || undefined;
  const isOtherSending = useIsSending(other?.intent);
  const isIntentSending = useIsSending(intent);
  return (
    <Form method="post" className="grid max-w-[62ch] gap-5" noValidate>
      <AccountField />
      {children}
      <ConfirmIdentity {...identity} error={refused?.fields.password} />
      <div className="flex flex-wrap gap-3">
        {other ? (
          <Button type="submit" name="intent" value={other.intent} busy={isOtherSending} aria-disabled={isSending}>
            {other.submit}
          </Button>
        ) : null}
        <Button
          type="submit"
          look={look}
          {...(intent ? { name: 'intent', value: intent } : {})}
          busy={isIntentSending}
          aria-disabled={isSending}
        >
          {submit}
        </Button>
        <ButtonLink look="ghost" to={paths.myAccount()}>
          {cancel}
        </ButtonLink>
      </div>
    </Form>
  );
}
