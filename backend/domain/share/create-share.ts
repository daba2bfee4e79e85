import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { shareLimits, type Parsed, type Share } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { lockAccount } from '#backend/domain/account/lock-account';
import { hashToken } from '#backend/domain/account/tokens';
import { AppError } from '#backend/domain/app-error';
import { addDays, type UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { ownCreation } from '#backend/domain/swap/present';
import { presentShare, tokenOf } from './present';

/** Ends with its creation at the latest. */
export async function createShare(deps: UserContext, { order_id, days }: Parsed<'share_create'>): Promise<Share> {
  const { accountId, clientAddress } = deps;
  await consumeRateLimit(deps, limits.shareOfAccount, accountId);
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId); // serializes the counts below
    const creation = await ownCreation({ ...deps, db: trx }, order_id);
    if (!creation.result_key) throw new AppError('not_ready', { message: 'This swap has no result to share yet.' });
    await assertShareLimits(trx, deps, creation.id);
    const id = uuidv7();
    const wanted = addDays(deps.now(), days);
    const row = await trx
      .insertInto('share')
      .values({
        id,
        account_id: accountId,
        creation_id: creation.id,
        hash: hashToken(tokenOf(deps, id)),
        created_at: deps.now(),
        expires_at: wanted < creation.expires_at ? wanted : creation.expires_at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const detail = `${id} ${creation.id}`;
    await deps.audit.record({ event: 'share_created', accountId, clientAddress, detail }, trx);
    return presentShare(deps, row);
  });
}

async function assertShareLimits(trx: Transaction<Database>, deps: UserContext, creationId: string): Promise<void> {
  const holding = trx
    .selectFrom('share')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', deps.accountId)
    .where('expires_at', '>', deps.now());
  const ofResult = await holding.where('creation_id', '=', creationId).executeTakeFirstOrThrow();
  if (ofResult.n >= shareLimits.perResult) {
    throw new AppError('conflict', {
      message: `A result may have at most ${shareLimits.perResult} links. Revoke one to make another.`,
    });
  }
  const ofAccount = await holding.executeTakeFirstOrThrow();
  if (ofAccount.n >= shareLimits.perAccount) {
    throw new AppError('conflict', {
      message: `An account may have at most ${shareLimits.perAccount} links. Revoke those you no longer need.`,
    });
  }
}
