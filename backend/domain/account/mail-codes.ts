import { randomBytes } from 'node:crypto';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { hashToken } from './tokens';

export type Purpose = 'activate' | 'reset' | 'change';

const hourMs = 3_600_000;
const lifeMs: Record<Purpose, number> = { activate: 24 * hourMs, reset: hourMs, change: 24 * hourMs };

type CodeContext = Pick<AppContext, 'db' | 'now'>;

/**
 * Only the hash is stored.
 * @param newEmail of `change`
 */
export async function issueCode(
  { db, now }: CodeContext,
  accountId: string,
  purpose: Purpose,
  newEmail: string | null = null,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const expires_at = new Date(now().getTime() + lifeMs[purpose]);
  await db
    .insertInto('mail_code')
    .values({ hash: hashToken(code), account_id: accountId, purpose, email: newEmail, expires_at })
    .execute();
  return code;
}

export async function accountOfCode({ db, now }: CodeContext, code: string, purpose: Purpose): Promise<string> {
  const row = await codeRow(db, code, purpose);
  if (row?.used_at) throw new AppError('not_found', { message: 'This link was already used.' });
  return ownerOf(row, now());
}

/** Of concurrent uses one succeeds. Locks the account first: see the lock order. */
export async function consumeCode({ db, now }: CodeContext, code: string, purpose: Purpose): Promise<string> {
  const known = await codeRow(db, code, purpose);
  if (known) {
    await db.selectFrom('account').select('id').where('id', '=', known.account_id).forNoKeyUpdate().execute();
  }
  const used = await db
    .updateTable('mail_code')
    .set({ used_at: now() })
    .where('hash', '=', hashToken(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .returning(['account_id', 'expires_at'])
    .executeTakeFirst();
  return used ? ownerOf(used, now()) : accountOfCode({ db, now }, code, purpose);
}

function codeRow(db: CodeContext['db'], code: string, purpose: Purpose) {
  return db
    .selectFrom('mail_code')
    .select(['account_id', 'expires_at', 'used_at'])
    .where('hash', '=', hashToken(code))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

function ownerOf(row: { account_id: string; expires_at: Date } | undefined, now: Date): string {
  if (!row) {
    throw new AppError('not_found', {
      message: 'This link is invalid: it was already used, or is incomplete. Request a new one.',
    });
  }
  if (row.expires_at <= now) {
    throw new AppError('expired', { message: 'This link has expired. Request a new one.' });
  }
  return row.account_id;
}
