import type { OperatorAct } from '#backend/domain/audit/audit-log';
import type { AppContext } from '#backend/domain/context';
import type { Db } from '#backend/db/connect';

export interface OperatorContext extends AppContext {
  operator: string;
}

export function recordAct(
  { audit, operator }: OperatorContext,
  event: OperatorAct,
  about: { accountId?: string; detail: string },
  trx?: Db,
): Promise<void> {
  return audit.record({ event, accountId: about.accountId, detail: `${operator}: ${about.detail}` }, trx);
}
