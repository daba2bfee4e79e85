import { Form } from '@remix-run/react';

import type { Output } from '#contract/calls';
import { formatNumber } from '#shared/format-number';
import type { Product, User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button, ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useIsSending } from '~/lib/use-is-sending';

import { Money } from '~/components/money';
import { WithdrawalConsent } from './withdrawal-consent';

type Offer = Output<'subscription_quote'>;

interface Props {
  product: Product;
  subscription: NonNullable<User['subscription']>;
  quote: { offer: Offer | null; refusal: string | null };
  refused?: FormState;
}

/** Dearer plans start now if chargeable, others after the paid period. */
export function ChangePlan({ product, subscription, quote, refused }: Props) {
  const isBusy = useIsSending();
  const { offer, refusal } = quote;
  const error = refused?.message ?? refusal;
  const { title, submit, keep, dropped } = wordsFor(subscription, product);
  return (
    <Form method="post" className="checkout checkout--narrow" noValidate>
      <AccountField />
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="product_id" value={product.product_id} />
      <div className="checkout__ways">
        <h1 className="t-page">{title}</h1>
        {error ? <Note kind="error">{error}</Note> : null}
        {offer ? <Terms product={product} offer={offer} dropped={dropped} refused={refused} /> : null}
        <div className="flex flex-wrap gap-3">
          {offer ? (
            <Button type="submit" look="primary" busy={isBusy}>
              {offer.due ? (
                <span>
                  Pay <Money {...offer.due} /> and change to {product.name}
                </span>
              ) : (
                submit
              )}
            </Button>
          ) : null}
          {offer && keep ? (
            <ButtonLink look="ghost" to={paths.pricing()}>
              {keep}
            </ButtonLink>
          ) : (
            <ButtonLink look="ghost" to={paths.myCredits()}>
              My subscription
            </ButtonLink>
          )}
        </div>
      </div>
    </Form>
  );
}

interface Words {
  title: string;
  submit: string;
  /** Of the link that changes nothing. */
  keep?: string;
  /** The plan that would have followed. */
  dropped?: string | null;
}

function wordsFor(
  { product_id, name: present, next_name }: Props['subscription'],
  { product_id: chosen, name, period }: Product,
): Words {
  if (chosen === product_id) return { title: `Keep ${name}?`, submit: `Keep ${name}`, dropped: next_name };
  const submit = `Change to ${name}`;
  if (name === present) return { title: `${submit}, by the ${period}?`, submit, keep: 'Keep my plan' };
  return { title: `From ${present} to ${name}?`, submit, keep: `Keep ${present}` };
}

interface TermsProps {
  product: Product;
  offer: Offer;
  dropped?: string | null;
  refused?: FormState;
}

function Terms({ product, offer, dropped, refused }: TermsProps) {
  const then = (
    <>
      {formatNumber(product.credits)} credits a {product.period} for <Money {...product.price} />
    </>
  );
  if (!offer.due) {
    return (
      <p className="muted">
        {dropped ? `${dropped} does not begin. ` : ''}
        Nothing is charged today. From <Time value={offer.renews_at} /> on you get {then}.
      </p>
    );
  }
  return (
    <>
      <input type="hidden" name="as_of" value={offer.as_of} />
      <p className="muted">
        Today you pay <Money {...offer.due} /> for the rest of this period, and get {formatNumber(offer.credits)}{' '}
        credits more at once. From <Time value={offer.renews_at} /> on it is {then}. It is charged the way your plan is.
      </p>
      <WithdrawalConsent refused={refused} />
    </>
  );
}
