import { sql } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';

const reason = 'content that is not allowed here was sent repeatedly.';

/** Refusals and upheld decisions; the sweep keeps a year of them. */
export async function countStrikes(db: Db, accountId: string): Promise<number> {
  const { strikes } = await db
    .selectFrom('moderation')
    .select(sql<number>`count(*)::integer`.as('strikes'))
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('outcome', '=', 'refused'), eb('verdict', '=', 'upheld')]))
    .executeTakeFirstOrThrow();
  return strikes;
}

/** Suspends an account that has too many. Call it in their transaction. */
export async function suspendAfterStrikes(
  trx: Db,
  { policy, now, audit }: Pick<AppContext, 'policy' | 'now' | 'audit'>,
  accountId: string,
): Promise<void> {
  const allowed = policy.moderation.strikes;
  if (allowed === 0) return;
  // Otherwise two workers that find strikes at the same time do not count each other's.
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const strikes = await countStrikes(trx, accountId);
  if (strikes < allowed) return;
  const suspended = await trx
    .updateTable('account')
    .set({ suspended_at: now(), suspended_reason: reason })
    .where('id', '=', accountId)
    .where('suspended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const detail = `moderation: ${strikes} strikes`;
  if (suspended) await audit.record({ event: 'account_suspended', accountId, detail }, trx);
}
