import type { CreditEntry } from '#contract/index';

import { Time } from '~/components/time';

const kinds: Record<CreditEntry['kind'], string> = {
  grant: 'Given',
  purchase: 'Bought',
  hold: 'Swap',
  release: 'Returned',
  refund: 'Refunded',
  reversal: 'Taken back',
  adjustment: 'Corrected',
};

/** Every movement of credits, with the balance it led to. */
export function CreditLedger({ entries }: { entries: CreditEntry[] }) {
  return (
    <table className="ledger">
      <caption className="sr-only">Movements of credits, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col" className="ledger__number">
            Credits
          </th>
          <th scope="col" className="ledger__number">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.entry_id}>
            <td className="faint">
              <Time value={entry.created_at} withTime />
            </td>
            <td>
              <b className="font-medium">{kinds[entry.kind]}</b>
              {entry.note ? <span className="muted block">{entry.note}</span> : null}
            </td>
            <td className="ledger__number" data-plus={entry.delta > 0 || undefined}>
              {signed(entry.delta)}
            </td>
            <td className="ledger__number muted">{entry.balance_after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `+10`, `−4`, with the true minus sign. */
const signed = (delta: number) => (delta > 0 ? `+${delta}` : `−${-delta}`);
