import type { ColumnType } from 'kysely';
import type { MadeAt } from './columns';

export interface WalletTable {
  account_id: string;
  /** Changed only by the ledger's trigger. */
  balance: ColumnType<number, never, never>;
}

export type CreditKind = 'grant' | 'purchase' | 'hold' | 'release' | 'refund' | 'reversal' | 'adjustment';

export interface CreditEntryTable {
  id: string;
  account_id: string;
  kind: CreditKind;
  delta: number;
  balance_after: number;
  reference: string;
  note: string;
  created_at: MadeAt;
}
