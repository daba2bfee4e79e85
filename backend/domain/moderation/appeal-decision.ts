import type { ModerationDecision } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { presentDecision } from './present-decision';

interface Appeal {
  decision_id: string;
  text: string;
}

/** For the operator's queue. Nothing is allowed before a person has judged; a refusal never is. */
export async function appealDecision(deps: UserContext, { decision_id, text }: Appeal): Promise<ModerationDecision> {
  const { db, accountId, now, policy, audit, clientAddress } = deps;
  await consumeRateLimit(deps, limits.appealOfAccount, accountId);
  const own = db.selectFrom('moderation').selectAll().where('id', '=', decision_id).where('account_id', '=', accountId);
  orThrowNotFound(await own.executeTakeFirst());
  return inTransaction(db, async (trx) => {
    const appealed = await trx
      .updateTable('moderation')
      .set({ appeal: text, appealed_at: now() })
      .where('id', '=', decision_id)
      .where('account_id', '=', accountId)
      .where('appealed_at', 'is', null)
      .where('verdict', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!appealed) throw new AppError('conflict', { message: 'This decision was appealed or judged already.' });
    await audit.record({ event: 'content_appealed', accountId, clientAddress, detail: `decision ${decision_id}` }, trx);
    return presentDecision(appealed, policy);
  });
}
