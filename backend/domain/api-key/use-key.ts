import type { KeyScope } from '#contract';
import { hashToken } from '#backend/domain/account/tokens';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { limits } from '#backend/domain/limits';
import { assertNotSuspended, suspensionColumns } from '#backend/domain/account/suspended';

type KeyContext = Pick<AppContext, 'db' | 'limits' | 'now'>;

export interface KeyRate {
  limit: number;
  seconds: number;
  remaining: number;
  resetSeconds: number;
  isExceeded: boolean;
}

export interface KeyUse {
  accountId: string;
  scopes: KeyScope[];
  rate: KeyRate;
}

const minuteMs = 60_000;

/** @throws AppError `unauthenticated`, `suspended` */
export async function authenticateApiKey(deps: KeyContext, secret: string): Promise<KeyUse> {
  const key = await deps.db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select(['api_key.id', 'api_key.account_id', 'api_key.scopes', 'api_key.last_used_at'])
    .select(suspensionColumns)
    .where('api_key.hash', '=', hashToken(secret))
    .executeTakeFirst();
  if (!key) {
    throw new AppError('unauthenticated', { message: 'This API key is unknown or was revoked. Use another one.' });
  }
  assertNotSuspended(key);
  const rate = await countCall(deps, key.id);
  await recordUse(deps, key);
  return { accountId: key.account_id, scopes: key.scopes, rate };
}

async function countCall(deps: KeyContext, keyId: string): Promise<KeyRate> {
  const { points, seconds } = limits.callsOfApiKey;
  const { waitMs, remaining, resetMs } = await deps.limits.consume(limits.callsOfApiKey, keyId);
  return { limit: points, seconds, remaining, resetSeconds: Math.ceil(resetMs / 1000), isExceeded: waitMs > 0 };
}

/** At most once a minute, to save writes. */
async function recordUse({ db, now }: KeyContext, { id, last_used_at }: { id: string; last_used_at: Date | null }) {
  const at = now();
  const before = new Date(at.getTime() - minuteMs);
  if (last_used_at && last_used_at > before) return;
  await db
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
    .execute();
}
