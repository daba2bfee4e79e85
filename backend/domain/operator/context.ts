import type { OperatorAct } from '#backend/domain/audit/audit-log';
import type { AppContext } from '#backend/domain/context';
import type { Db } from '#backend/db/connect';

/** Deps of a verb that an operator carries out. */
export interface OperatorContext extends AppContext {
  /** Who it is, as the machine knows them: stands in the audit log with every act. */
  operator: string;
}

/** Writes an act down: who did what to whom, and why. */
export function recordAct(
  { audit, operator }: OperatorContext,
  event: OperatorAct,
  about: { accountId?: string; detail: string },
  trx?: Db,
): Promise<void> {
  return audit.record({ event, accountId: about.accountId, detail: `${operator}: ${about.detail}` }, trx);
}
