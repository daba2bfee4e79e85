import { sql } from 'kysely';
import { inTransaction, type Db } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { suspendAfterStrikes } from '#backend/domain/moderation/strikes';
import { notifyOwner } from '#backend/domain/payments/notify-owner';
import { isUuid } from '#backend/domain/uuid';
import { removeFilesLater } from '#backend/domain/remove-files';
import { recordAct, type OperatorContext } from './context';
import { requireAccountId } from './find';

interface Wanted {
  account?: string | undefined;
  /** Also refused and decided ones. */
  all: boolean;
  limit: number;
}

/** What waits for a verdict: appeals first, the longest waiting before others, then the newest. */
export async function listStopped(db: Db, { account, all, limit }: Wanted) {
  let rows = db.selectFrom('moderation').selectAll().limit(limit);
  rows = rows.orderBy(openAppeal, (order) => order.asc().nullsLast()).orderBy('id', 'desc');
  if (account !== undefined) rows = rows.where('account_id', '=', await requireAccountId(db, account));
  if (!all)
    rows = rows
      .where('verdict', 'is', null)
      .where((eb) => eb.or([eb('outcome', '=', 'stopped'), eb('appealed_at', 'is not', null)]));
  return rows.execute();
}

const openAppeal = sql<Date | null>`case when verdict is null then appealed_at end`;

export async function requireStopped(db: Db, id: string) {
  const row = isUuid(id) && (await db.selectFrom('moderation').selectAll().where('id', '=', id).executeTakeFirst());
  if (!row) throw new AppError('not_found', { message: `Decision ${id} does not exist.` });
  return row;
}

interface Verdict {
  id: string;
  verdict: 'allowed' | 'upheld';
  reason: string;
}

/** Mails the owner and deletes the kept picture. `allowed` lets the same file of the same account pass. */
export async function judgeStopped(deps: OperatorContext, { id, verdict, reason }: Verdict) {
  const { outcome, appealed_at, account_id } = await requireStopped(deps.db, id);
  const isRefused = outcome === 'refused';
  if (isRefused && verdict === 'allowed')
    throw new AppError('conflict', { message: 'Refused content cannot be allowed.' });
  if (isRefused && !appealed_at)
    throw new AppError('conflict', { message: 'A refusal stands without a verdict: nobody appealed it.' });
  const isJudged = await inTransaction(deps.db, async (trx) => {
    // Lock order: account before its decisions, as the account's deletion does.
    await trx.selectFrom('account').select('id').where('id', '=', account_id).forNoKeyUpdate().execute();
    const open = trx.selectFrom('moderation').select('evidence_key').where('id', '=', id).where('verdict', 'is', null);
    const row = await open.forUpdate().executeTakeFirst();
    if (!row) return false;
    await trx
      .updateTable('moderation')
      .set({ verdict, verdict_reason: reason, verdict_at: deps.now(), evidence_key: null })
      .where('id', '=', id)
      .execute();
    if (row.evidence_key) await removeFilesLater(deps, trx, [row.evidence_key]);
    const isAllowed = verdict === 'allowed';
    // A refusal was a strike from the beginning.
    if (verdict === 'upheld' && !isRefused) await suspendAfterStrikes(trx, deps, account_id);
    await notifyOwner(trx, deps, account_id, isAllowed ? 'content_allowed' : 'content_upheld');
    const event = isAllowed ? 'content_allowed' : 'content_upheld';
    await recordAct(deps, event, { accountId: account_id, detail: `decision ${id}: ${reason}` }, trx);
    return true;
  });
  const judged = await requireStopped(deps.db, id);
  if (!isJudged) throw new AppError('conflict', { message: `This has a verdict already: ${judged.verdict}.` });
  return judged;
}
