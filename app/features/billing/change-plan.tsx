import { Form, useNavigation } from '@remix-run/react';

import type { Product, User } from '#contract/index';

import { Button, ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { Time } from '~/components/time';
import type { FormState } from '~/form-state';
import { paths } from '~/paths';

import { count, Money } from './money';

interface Props {
  product: Product;
  subscription: NonNullable<User['subscription']>;
  refused?: FormState;
}

/** From one plan to another: what has been paid is used up first. */
export function ChangePlan({ product, subscription, refused }: Props) {
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" className="checkout checkout--narrow">
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="product_id" value={product.product_id} />
      <div className="checkout__ways">
        <h1 className="t-page">
          From {subscription.name} to {product.name}?
        </h1>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <p className="muted">
          {subscription.renews_at ? (
            <>
              Nothing is charged today. From <Time value={subscription.renews_at} /> on
            </>
          ) : (
            'Nothing is charged today. From the next period on'
          )}{' '}
          you get {count(product.credits)} credits a {product.period} for <Money {...product.price} />.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={isBusy}>
            Change to {product.name}
          </Button>
          <ButtonLink look="ghost" to={paths.pricing()}>
            Keep {subscription.name}
          </ButtonLink>
        </div>
      </div>
    </Form>
  );
}
