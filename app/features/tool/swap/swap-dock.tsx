import { useState } from 'react';

import { swapConsentText } from '#contract/consents';

import { Button } from '~/components/button';
import { Check } from '~/components/field';
import { Note } from '~/components/note';
import { ConfirmEmailNote } from '~/features/account/confirm-email-note';
import { creditNoun, credits } from '~/lib/credits';
import { formatCount } from '~/lib/format';
import { useUser } from '~/lib/root-data';
import type { FormState } from '~/lib/form-state';
import { useIsSending } from '~/lib/use-is-sending';

interface Props {
  form: string;
  /** Credits; null while the API computes it. */
  price: number | null;
  /** Depends on a choice, so pages without script state it only beside each choice. */
  isPriceChosen?: boolean;
  hasFace: boolean;
  /** How many are swapped, if several. */
  photos?: number;
  /** The missing step, instead of the first person's face; without `focus` it is not the visitor's. */
  missingStep?: { label: string; focus?: () => void };
  refused?: FormState;
  returnTo: string;
}

export function SwapDock({
  form,
  price,
  isPriceChosen = false,
  hasFace,
  photos,
  missingStep,
  refused,
  returnTo,
}: Props) {
  const user = useUser();
  const balance = user?.credit_num ?? 0;
  const missing = (price ?? 0) - balance;
  // Confirmation grants the first credits: do not sell any before.
  const isUnconfirmed = user?.email_verified === false;
  const isOurs = refused?.values.intent === 'create';
  const isShort = missing > 0 && !isUnconfirmed;
  return (
    <>
      <div className="panel__body rule-top grid gap-4 empty:hidden">
        {isOurs && refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        {isUnconfirmed ? <ConfirmEmailNote email={user.email} action={returnTo} /> : null}
        {isShort ? (
          <Note kind="warn">
            {photos ? 'These swaps cost' : 'This swap costs'} {credits(price ?? 0)} and you have {balance}.{' '}
            <b>{credits(missing)} more</b> and you can go on. Everything you chose waits here.
          </Note>
        ) : null}
      </div>
      <div className="order">
        <div className="order__consent rule-top">
          <Consent form={form} refused={isOurs ? refused : undefined} />
        </div>
        <div className="dock" data-sticky>
          <p className="dock__price tabular-nums">
            <span className={isPriceChosen ? 'price needs-script' : 'price'}>
              {price ?? '…'} <span>{creditNoun(price ?? 0)}</span>
            </span>
            <span className="tiny faint">
              You have {balance}. {isShort ? `You need ${missing} more.` : 'Returned if it fails.'}
            </span>
          </p>
          {isShort ? (
            <Button form={form} type="submit" name="intent" value="get-credits" look="primary" size="large" block>
              Get credits
            </Button>
          ) : (
            <SwapButton
              {...{ form, hasFace, photos, isPriceChosen }}
              price={price ?? 0}
              missingStep={missingStep ?? firstFace}
            />
          )}
        </div>
      </div>
    </>
  );
}

function Consent({ form, refused }: { form: string; refused?: FormState }) {
  const [corrected, setCorrected] = useState<FormState>();
  return (
    <Check
      form={form}
      name="consent"
      value="true"
      error={refused === corrected ? undefined : refused?.fields.consent}
      onChange={() => setCorrected(refused)}
    >
      {swapConsentText}
    </Check>
  );
}

/** Leads to the missing step. Without script, the label is constant. */
function SwapButton({
  form,
  price,
  isPriceChosen,
  hasFace,
  photos,
  missingStep,
}: Pick<Props, 'form' | 'hasFace' | 'photos' | 'isPriceChosen'> & {
  price: number;
  missingStep: NonNullable<Props['missingStep']>;
}) {
  const isBusy = useIsSending('create');
  const several = photos ? ` ${formatCount(photos, 'photo')}` : '';
  const cost = `for ${credits(price)}`;
  const label = (
    <>
      Swap{several} {isPriceChosen ? <span className="needs-script">{cost}</span> : cost}
    </>
  );
  return (
    <Button
      form={form}
      type="submit"
      look="primary"
      size="large"
      block
      busy={isBusy}
      aria-disabled={(!hasFace && !missingStep.focus) || undefined}
      onClick={(event) => {
        if (hasFace) return;
        event.preventDefault();
        missingStep.focus?.();
      }}
    >
      {hasFace ? (
        label
      ) : (
        <>
          <span className="needs-script">{missingStep.label}</span>
          <span className="without-script">{label}</span>
        </>
      )}
    </Button>
  );
}

function focusFirstFace(): void {
  const isVisible = (input: HTMLElement) => input.closest('details')?.open;
  const faces = [...document.querySelectorAll<HTMLElement>('.person .chip input:not([value=""])')];
  const rows = document.querySelector<HTMLElement>('.person summary');
  (faces.find(isVisible) ?? rows)?.focus();
}

const firstFace = { label: 'Choose a face first', focus: focusFirstFace };
