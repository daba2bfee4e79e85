import { Form, useNavigation } from '@remix-run/react';

import type { Output } from '#contract/calls';
import { formatNumber } from '#shared/format-number';
import type { Product, User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button, ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';

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
  const isBusy = useNavigation().formMethod === 'POST';
  const { offer, refusal } = quote;
  const error = refused?.message ?? refusal;
  return (
    <Form method="post" className="checkout checkout--narrow" noValidate>
      <AccountField />
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="product_id" value={product.product_id} />
      <div className="checkout__ways">
        <h1 className="t-page">
          From {subscription.name} to {product.name}?
        </h1>
        {error ? <Note kind="error">{error}</Note> : null}
        {offer ? <Terms product={product} offer={offer} refused={refused} /> : null}
        <div className="flex flex-wrap gap-3">
          {offer ? (
            <Button type="submit" look="primary" busy={isBusy}>
              {offer.due ? (
                <span>
                  Pay <Money {...offer.due} /> and change to {product.name}
                </span>
              ) : (
                `Change to ${product.name}`
              )}
            </Button>
          ) : null}
          <ButtonLink look="ghost" to={offer ? paths.pricing() : paths.myCredits()}>
            {offer ? `Keep ${subscription.name}` : 'My subscription'}
          </ButtonLink>
        </div>
      </div>
    </Form>
  );
}

function Terms({ product, offer, refused }: { product: Product; offer: Offer; refused?: FormState }) {
  const then = (
    <>
      {formatNumber(product.credits)} credits a {product.period} for <Money {...product.price} />
    </>
  );
  if (!offer.due) {
    return (
      <p className="muted">
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
