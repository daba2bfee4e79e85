import type { CreditEntry } from '#contract/index';

import { Table, type Column } from '~/components/table';
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

const columns: Column<CreditEntry>[] = [
  {
    title: 'When',
    cell: (entry) => (
      <span className="faint">
        <Time value={entry.created_at} withTime />
      </span>
    ),
  },
  {
    title: 'What',
    cell: (entry) => (
      <>
        <b className="font-medium">{kinds[entry.kind]}</b>
        {entry.note ? <span className="muted block wrap-anywhere">{entry.note}</span> : null}
      </>
    ),
  },
  {
    title: 'Credits',
    isNumber: true,
    cell: (entry) => <span data-plus={entry.delta > 0 || undefined}>{signed(entry.delta)}</span>,
  },
  { title: 'Balance', isNumber: true, cell: (entry) => <span className="muted">{entry.balance_after}</span> },
];

export function CreditLedger({ entries }: { entries: CreditEntry[] }) {
  return (
    <Table
      caption="Movements of credits, newest first"
      columns={columns}
      rows={entries}
      keyOf={({ entry_id }) => entry_id}
    />
  );
}

/** `+10`, `−4` */
const signed = (delta: number) => (delta > 0 ? `+${delta}` : `−${-delta}`);
