import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { isMethodName, paymentMethods } from '#contract/methods';

import { Icon } from '~/components/icon';
import { Money } from '~/components/money';
import { Time } from '~/components/time';
import { paths } from '~/lib/paths';

import type { InvoiceData } from './invoice.server';

export function InvoiceSheet({ invoice, creditNote }: InvoiceData) {
  const { payment, buyer, tax, period, withdrawal_consent } = invoice;
  const { currency, paid_at, method } = payment;
  const sheet = creditNote ?? invoice;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <article className="invoice">
      <header className="flex flex-wrap items-start justify-between gap-6">
        <div>
          <h1 className="t-section">{creditNote ? 'Credit note' : 'Invoice'}</h1>
          <p className="small muted">{sheet.number}</p>
        </div>
        <address className="small not-italic">
          <Lines text={invoice.seller.join('\n')} />
          {invoice.seller_tax_id ? <span className="block">Tax number: {invoice.seller_tax_id}</span> : null}
        </address>
      </header>
      <dl className="invoice__facts small">
        <Fact name="For">
          <Lines text={[buyer.name, buyer.address, buyer.email].filter(Boolean).join('\n')} />
          {buyer.tax_id ? <span className="block">Tax number: {buyer.tax_id}</span> : null}
        </Fact>
        <Fact name="Date">
          <Day value={sheet.issued_at} />
        </Fact>
        {creditNote ? (
          <Fact name="For the invoice">
            {invoice.number}, <Day value={invoice.issued_at} />
          </Fact>
        ) : (
          <Fact name="Paid">
            {paid_at ? <Day value={paid_at} /> : null}, {isMethodName(method) ? paymentMethods[method].name : method}
          </Fact>
        )}
      </dl>
      <table className="invoice__sums">
        <caption className="sr-only">{creditNote ? 'What was returned' : 'What was paid for'}</caption>
        <thead>
          <tr>
            <th scope="col">{creditNote ? 'Returned' : 'What'}</th>
            <th scope="col">Amount in {currency}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              {invoice.line}
              {period ? (
                <span className="small muted block font-normal">
                  <Day value={period.start} /> to <Day value={period.end} />
                </span>
              ) : null}
            </th>
            <td>{money(sheet.net)}</td>
          </tr>
          <tr>
            <th scope="row" className="font-normal">
              {tax.name} {tax.rate} %
            </th>
            <td>{money(sheet.tax_amount)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>
              <b>{money(sheet.total)}</b> <span className="small">{currency}</span>
            </td>
          </tr>
        </tfoot>
      </table>
      {creditNote ? null : <Notes invoice={invoice} />}
      {withdrawal_consent && !creditNote ? (
        <p className="tiny muted flex gap-2">
          <Icon name="info" size={16} />
          Agreed at checkout: {withdrawal_consent}
        </p>
      ) : null}
    </article>
  );
}

function Notes({ invoice: { payment, credit_notes } }: Pick<InvoiceData, 'invoice'>) {
  if (credit_notes.length === 0) return null;
  return (
    <ul className="small grid gap-1">
      {credit_notes.map(({ number, issued_at, total }) => (
        <li key={number}>
          <Money amount={total} currency={payment.currency} /> returned on <Day value={issued_at} />:{' '}
          <Link className="link" to={paths.invoice(payment.payment_id, { creditNote: number })}>
            credit note {number}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** In UTC, as the year of the number: all copies state the same day. */
const Day = ({ value }: { value: string }) => <Time value={value} isUtc />;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    <span key={`${index} ${line}`} className="block">
      {line}
    </span>
  ));
}
