import type { OfferedMethod } from '#contract/index';

import { Questions } from '~/components/questions';

import { creditNoun } from '~/lib/credits';
import { MethodIcon } from './method-icon';
import type { CreditPrices } from './price-per-credit';

const costs = (price: number) => (
  <>
    <b>{price}</b> {creditNoun(price)}
  </>
);

export function CreditTable({ prices }: { prices: CreditPrices }) {
  const rows = [
    { what: 'A photo', how: 'However many faces are in it', costs: costs(prices.photo) },
    { what: 'A GIF', how: 'Up to 15 seconds', costs: costs(prices.gif) },
    { what: 'A second of video', how: 'Of the part you keep, started seconds', costs: costs(prices.video_second) },
    { what: 'A swap that fails', how: 'Or is refused, or that you cancel', costs: 'Returned' },
  ];
  return (
    <section className="wrap section facts-row" aria-labelledby="buys">
      <h2 className="t-section" id="buys">
        What a credit buys
      </h2>
      <table className="price-table">
        <caption className="sr-only">Prices in credits</caption>
        <tbody>
          {rows.map(({ what, how, costs }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{how}</td>
              <td>{costs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function PaymentMethods({ methods, isTest }: { methods: OfferedMethod[]; isTest: boolean }) {
  if (methods.length === 0) return null;
  return (
    <section className="wrap section facts-row" aria-labelledby="ways">
      <h2 className="t-section" id="ways">
        Ways to pay
      </h2>
      <div>
        <ul className="ways">
          {methods.map(({ method, name, hint }) => (
            <li key={method}>
              <MethodIcon method={method} />
              <span>
                {name}
                {hint && method !== 'stripe' ? <span className="sr-only">, {hint}</span> : null}
              </span>
            </li>
          ))}
        </ul>
        <p className="small muted mt-4 max-w-[60ch]">
          You pay on the provider’s own page, and we never see your card number. A subscription needs a method that can
          be charged again; packs take all of them.
          {isTest ? ' This site runs for tests: no money moves here.' : ''}
        </p>
      </div>
    </section>
  );
}

export const questions = [
  {
    ask: 'Do credits run out?',
    answer: 'No. Credits stay until you use them, from a pack and from a subscription alike, also when it has ended.',
  },
  {
    ask: 'How do I cancel a subscription?',
    answer:
      'With one click on your credits page. It runs to the end of the period you have paid, and nothing is charged after it.',
  },
  {
    ask: 'Can I get my money back?',
    answer:
      'In the EU you may withdraw within 14 days, less what you have used by then. Elsewhere, ask for a refund beside the payment on your credits page: a person reads every request. Credits go back with their money.',
  },
  {
    ask: 'My payment says “pending”. What now?',
    answer:
      'Some methods take a few minutes, a bank transfer up to two days. The credits arrive by themselves, also when you have closed the page.',
  },
  {
    ask: 'What if a swap fails?',
    answer: 'Its credits come back by themselves, and you see them come back in your ledger.',
  },
];

export function PricingQuestions() {
  return (
    <section className="wrap section facts-row" aria-labelledby="questions">
      <h2 className="t-section" id="questions">
        Before you pay
      </h2>
      <Questions questions={questions} />
    </section>
  );
}
