import type { Transaction } from 'kysely';
import { inTransaction, type Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import { isUuid } from '#backend/domain/uuid';
import { recordAct, type OperatorContext } from './context';

export function listCases(db: Db, { withClosed, limit }: { withClosed: boolean; limit: number }) {
  const rows = db.selectFrom('takedown_case').selectAll().limit(limit);
  const wanted = withClosed ? rows.orderBy('id', 'desc') : rows.where('status', '=', 'open').orderBy('due_at');
  return wanted.execute();
}

export async function requireCase(db: Db, id: string) {
  const row = isUuid(id) && (await db.selectFrom('takedown_case').selectAll().where('id', '=', id).executeTakeFirst());
  if (!row) throw new AppError('not_found', { message: `Case ${id} does not exist.` });
  return row;
}

interface Decision {
  caseId: string;
  status: 'upheld' | 'dismissed';
  reason: string;
}

/** A take-down also upholds a case that was dismissed before. */
export async function closeCase(
  trx: Transaction<Database>,
  deps: OperatorContext,
  { caseId, status, reason }: Decision,
) {
  const closed = await trx
    .updateTable('takedown_case')
    .set({ status, closed_at: deps.now(), resolution: reason })
    .where('id', '=', caseId)
    .where('status', 'in', status === 'upheld' ? ['open', 'dismissed'] : ['open'])
    .returning('id')
    .executeTakeFirst();
  if (closed) await recordAct(deps, 'case_closed', { detail: `case ${caseId}, ${status}: ${reason}` }, trx);
  return closed !== undefined;
}

export async function dismissCase(deps: OperatorContext, { caseId, reason }: Omit<Decision, 'status'>) {
  const { status } = await requireCase(deps.db, caseId);
  const isClosed = await inTransaction(deps.db, (trx) => closeCase(trx, deps, { caseId, status: 'dismissed', reason }));
  if (!isClosed) throw new AppError('conflict', { message: `This case is already closed: ${status}.` });
  return requireCase(deps.db, caseId);
}
