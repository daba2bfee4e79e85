import { Form, useNavigation } from '@remix-run/react';

import { swapConsentText } from '#contract/consents';

import { Button } from '~/components/button';
import { Check } from '~/components/field';
import { Note } from '~/components/note';
import { creditNoun, credits } from '~/lib/credits';
import { useUser } from '~/lib/root-data';
import type { FormState } from '~/lib/form-state';

interface Props {
  /** Id of the swap form. */
  form: string;
  /** Credits; null while the API computes it. */
  price: number | null;
  refused?: FormState;
}

export function SwapDock({ form, price, refused }: Props) {
  const user = useUser();
  const balance = user?.credit_num ?? 0;
  const isBusy = useNavigation().formData?.get('intent') === 'create';
  const missing = (price ?? 0) - balance;
  // Confirmation grants the first credits: do not offer to buy before it.
  const isUnconfirmed = user?.email_verified === false;
  const isOurs = refused?.values.intent === 'create';
  return (
    <>
      <div className="panel__body rule-top">
        <Check form={form} name="consent" value="true" error={isOurs ? refused?.fields.consent : undefined}>
          {swapConsentText}
        </Check>
      </div>
      <div className="dock" data-sticky>
        <div>
          <p className="price tabular-nums">
            {price ?? '…'} <span>{creditNoun(price ?? 0)}</span>
          </p>
          <p className="tiny faint tabular-nums">You have {balance}. Returned if it fails.</p>
        </div>
        {isOurs && refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        {isUnconfirmed ? <ConfirmEmailNote email={user.email} /> : null}
        {missing > 0 && !isUnconfirmed ? (
          <>
            <Note kind="warn">
              This swap costs {credits(price ?? 0)} and you have {balance}. <b>{credits(missing)} more</b> and you can
              go on. Everything you chose waits here.
            </Note>
            <Button form={form} type="submit" name="intent" value="get-credits" look="primary" size="large" block>
              Get credits
            </Button>
          </>
        ) : (
          <Button form={form} type="submit" look="primary" size="large" block busy={isBusy}>
            Swap for {credits(price ?? 0)}
          </Button>
        )}
      </div>
    </>
  );
}

/** The API refuses swaps before the e-mail address is confirmed. */
function ConfirmEmailNote({ email }: { email: string }) {
  return (
    <Note kind="warn" icon="mail">
      <Form method="post">
        <b>Confirm your address first.</b> Your free credits come with it. We wrote to {email}: follow the link in the
        mail.{' '}
        <button className="link" name="intent" value="resend-activation">
          Send the mail again
        </button>
      </Form>
    </Note>
  );
}
