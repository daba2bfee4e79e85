import { Form, Link, useSearchParams } from '@remix-run/react';
import { useId } from 'react';

import type { OfferedMethod, Product, User } from '#contract/index';
import { formatNumber } from '#shared/format-number';

import { AccountField } from '~/components/account-field';
import { MailAgainOrOtherAddress } from '~/features/account/confirm-email-note';
import { Button } from '~/components/button';
import { FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useIsSending } from '~/lib/use-is-sending';

import { MethodIcon } from './method-icon';
import { Money } from '~/components/money';
import { WithdrawalConsent } from './withdrawal-consent';

interface Props {
  product: Product;
  methods: OfferedMethod[];
  isFirst: boolean;
  isTest: boolean;
  /** Idempotency key. */
  requestKey: string;
  isUnconfirmed: boolean;
  subscription: User['subscription'];
  refused?: FormState;
}

export function Checkout(props: Props) {
  const { product, methods, isTest, requestKey, isUnconfirmed, subscription, refused } = props;
  const isBusy = useIsSending();
  const error = refused?.fields.method;
  const asked = useSearchParams()[0].get('method');
  const offered = methods.find(({ method }) => method === asked) ?? methods[0];
  const chosen = refused ? refused.values.method : offered?.method;
  const id = useId();
  return (
    <Form method="post" className="checkout" noValidate>
      <AccountField />
      <input type="hidden" name="product_id" value={product.product_id} />
      <input type="hidden" name="key" value={refused?.values.key ?? requestKey} />
      <Link className="btn btn--ghost btn--icon checkout__close" to={plansPath(product)} aria-label="Back to the plans">
        <Icon name="close" />
      </Link>
      <div className="checkout__ways">
        <h1 className="t-page">How would you like to pay?</h1>
        {isUnconfirmed ? <ConfirmEmailNote /> : null}
        {product.type === 'sub' ? <RunsBeside product={product} subscription={subscription} /> : null}
        {isTest ? <Note kind="warn">This site runs for tests: whatever you choose, no money moves.</Note> : null}
        {methods.length === 0 ? (
          <Note kind="error">No payment method is available yet. Please come back soon.</Note>
        ) : (
          <fieldset className="method-list" aria-describedby={error ? `${id}-fault` : undefined}>
            <legend className="sr-only">Method</legend>
            {methods.map(({ method, name, hint }) => (
              <label key={method} className="method">
                <input
                  type="radio"
                  name="method"
                  value={method}
                  defaultChecked={method === chosen}
                  aria-invalid={error ? true : undefined}
                />
                <span className="method__words">
                  <b>{name}</b>
                  {hint ? <span className="tiny muted">{hint}</span> : null}
                </span>
                <MethodIcon method={method} />
              </label>
            ))}
          </fieldset>
        )}
        <FieldError id={`${id}-fault`}>{error}</FieldError>
        {product.type === 'sub' ? (
          <p className="tiny muted">
            Methods that cannot renew by themselves are offered for{' '}
            <Link className="link" to={paths.pricing({ pay: 'once' })}>
              one-off packs
            </Link>
            .
          </p>
        ) : null}
      </div>
      <OrderSummary {...props}>
        <Button type="submit" look="primary" size="large" block busy={isBusy} disabled={methods.length === 0}>
          <Icon name="lock" />
          <span>
            Pay <Money {...amountDue(props)} />
          </span>
        </Button>
      </OrderSummary>
    </Form>
  );
}

const amountDue = ({ product, isFirst }: Pick<Props, 'product' | 'isFirst'>) =>
  (isFirst ? product.first_price : null) ?? product.price;

function OrderSummary({ product, isFirst, refused, children }: Props & { children: React.ReactNode }) {
  const { name, credits, price, period, type } = product;
  const due = amountDue({ product, isFirst });
  const saved = price.amount - due.amount;
  return (
    <div className="checkout__due">
      <p className="small">
        {name}
        {period ? `, by the ${period}` : ''}
      </p>
      <p className="checkout__sum">
        <Money {...due} />
      </p>
      <p className="small muted">
        {type === 'sub' ? (
          <>
            today, then <Money {...price} /> each {period}
          </>
        ) : (
          'once'
        )}
      </p>
      <dl className="facts my-4">
        <div>
          <dt>{formatNumber(credits)} credits</dt>
          <dd>
            <Money {...price} />
          </dd>
        </div>
        {saved > 0 ? (
          <div>
            <dt>First Subscription</dt>
            <dd className="text-hot">
              −<Money amount={saved} currency={price.currency} />
            </dd>
          </div>
        ) : null}
        <div>
          <dt className="font-semibold text-text">Due today</dt>
          <dd className="font-semibold">
            <Money {...due} />
          </dd>
        </div>
      </dl>
      <WithdrawalConsent refused={refused} />
      <div className="mt-4 grid gap-4">
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        {children}
      </div>
      <p className="tiny muted mt-3 text-center">
        {type === 'sub' ? `Renews each ${period} until you cancel, with one click. ` : 'Paid once: nothing renews. '}
        In the EU you may withdraw within 14 days. <Link to={paths.terms()}>Terms</Link>
      </p>
    </div>
  );
}

const plansPath = ({ type, period }: Product) =>
  paths.pricing({ pay: type === 'once' ? 'once' : undefined, period: period === 'year' ? 'year' : undefined });

/** A cancelled plan that still runs is not replaced by a new one. */
function RunsBeside({ product, subscription }: Pick<Props, 'product' | 'subscription'>) {
  if (!subscription?.ends_at || subscription.status === 'cancelled') return null;
  const { name, ends_at, can_resume } = subscription;
  return (
    <Note>
      <p>
        Your {name} runs until <Time value={ends_at} />. {product.name} begins today beside it, and its credits are
        added.
      </p>
      {can_resume ? (
        <Link className="link" to={paths.myCredits()}>
          Keep {name} instead
        </Link>
      ) : null}
    </Note>
  );
}

/** The API refuses purchases before confirmation. */
function ConfirmEmailNote() {
  return (
    <Note kind="warn" icon="mail">
      <b>Confirm your address first.</b> The link is in the mail we sent you. <MailAgainOrOtherAddress />
    </Note>
  );
}
