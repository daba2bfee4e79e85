import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { z } from 'zod/v4';

import { isMethodName, paymentMethods } from '#contract/methods';

import { Icon } from '~/components/icon';
import { Time } from '~/components/time';
import { Money } from '~/components/money';
import { PrintButton } from '~/features/billing/print-button';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { requireUser } from '~/server/guards.server';
import { orNotFound, pageNotFound } from '~/server/not-found.server';

export const meta = () => pageMeta({ title: 'Invoice', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(new URL(args.request.url).searchParams.get('payment')).data;
  if (!id) throw pageNotFound(args.request);
  const { api } = await requireUser(args);
  return orNotFound(api('payment_invoice', { payment_id: id }), args.request);
}

export default function Invoice() {
  const { number, payment, buyer, seller, line, period, withdrawal_consent } = useLoaderData<typeof loader>();
  const { amount, currency, refunded, paid_at, method } = payment;
  return (
    <div className="grid min-w-0 content-start gap-5">
      <p className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link className="link small" to={paths.myCredits()}>
          Back to my credits
        </Link>
        <PrintButton />
      </p>
      <article className="invoice">
        <header className="flex flex-wrap items-start justify-between gap-6">
          <div>
            <h1 className="t-section">Invoice</h1>
            <p className="small muted">{number}</p>
          </div>
          <address className="small text-right not-italic">
            {seller.map((part) => (
              <span key={part} className="block">
                {part}
              </span>
            ))}
          </address>
        </header>
        <dl className="invoice__facts small">
          <div>
            <dt>For</dt>
            <dd>
              {buyer.name}
              <br />
              {buyer.email}
            </dd>
          </div>
          <div>
            <dt>Paid</dt>
            <dd>{paid_at ? <Time value={paid_at} /> : null}</dd>
          </div>
          <div>
            <dt>By</dt>
            <dd>{isMethodName(method) ? paymentMethods[method].name : method}</dd>
          </div>
        </dl>
        <table className="price-table">
          <caption className="sr-only">What was paid for</caption>
          <tbody>
            <tr>
              <th scope="row">
                {line}
                {period ? (
                  <span className="small muted block font-normal">
                    <Time value={period.start} /> to <Time value={period.end} />
                  </span>
                ) : null}
              </th>
              <td>
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
            {refunded > 0 ? (
              <tr>
                <th scope="row">Refunded</th>
                <td>
                  −<Money amount={refunded} currency={currency} />
                </td>
              </tr>
            ) : null}
            <tr>
              <th scope="row">Total</th>
              <td>
                <b>
                  <Money amount={amount - refunded} currency={currency} />
                </b>
              </td>
            </tr>
          </tbody>
        </table>
        {withdrawal_consent ? (
          <p className="tiny muted flex gap-2">
            <Icon name="info" size={16} />
            Agreed at checkout: {withdrawal_consent}
          </p>
        ) : null}
      </article>
    </div>
  );
}
