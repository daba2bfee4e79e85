import { timingSafeEqual } from 'node:crypto';
import type { Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { SessionContext, UserContext } from '#backend/domain/context';
import { hashToken, idleSince } from './tokens';

/** Those that have ended by age or disuse may be swept later, so they are left out here. */
export async function listSessions({ db, now, accountId, token }: SessionContext): Promise<Output<'my_sessions'>> {
  const rows = await db
    .selectFrom('access_token')
    .select(['id', 'hash', 'device', 'address', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now())
    .where('last_used_at', '>', idleSince(now()))
    .orderBy('last_used_at', 'desc')
    .execute();
  const own = hashToken(token);
  const items = rows.map(({ id, hash, device, address, created_at, last_used_at }) => ({
    session_id: id,
    device,
    address,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    is_current: timingSafeEqual(hash, own),
  }));
  return { items };
}

export async function endSession(deps: UserContext, { session_id }: { session_id: string }): Promise<void> {
  const { db, audit, accountId, clientAddress } = deps;
  await inTransaction(db, async (trx) => {
    const row = await trx
      .deleteFrom('access_token')
      .where('id', '=', session_id)
      .where('account_id', '=', accountId)
      .returning('device')
      .executeTakeFirst();
    const { device } = orThrowNotFound(row);
    await audit.record({ event: 'session_ended', accountId, clientAddress, detail: device ?? 'unknown device' }, trx);
  });
}

/** Of all devices but the caller's. */
export async function endOtherSessions({ db, audit, accountId, clientAddress, token }: SessionContext): Promise<void> {
  await inTransaction(db, async (trx) => {
    const ended = await trx
      .deleteFrom('access_token')
      .where('account_id', '=', accountId)
      .where('hash', '!=', hashToken(token))
      .executeTakeFirst();
    if (ended.numDeletedRows === 0n) return;
    await audit.record({ event: 'session_ended', accountId, clientAddress, detail: 'others' }, trx);
  });
}
