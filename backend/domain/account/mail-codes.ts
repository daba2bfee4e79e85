import { randomBytes } from 'node:crypto';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { hashToken } from './tokens';

export type Purpose = 'activate' | 'reset';

const hourMs = 3_600_000;
const lifeMs: Record<Purpose, number> = { activate: 24 * hourMs, reset: hourMs };

type Use = Pick<AppContext, 'db' | 'now'>;

/** Makes a code for a mail. It is nowhere but in that mail: only its hash is kept. */
export async function issueCode({ db, now }: Use, accountId: string, purpose: Purpose): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const expires_at = new Date(now().getTime() + lifeMs[purpose]);
  await db
    .insertInto('mail_code')
    .values({ hash: hashToken(code), account_id: accountId, purpose, expires_at })
    .execute();
  return code;
}

/** Whose code this is, without using it up. Throws `not_found`, `expired`. */
export async function accountOfCode({ db, now }: Use, code: string, purpose: Purpose): Promise<string> {
  const row = await db
    .selectFrom('mail_code')
    .select(['account_id', 'expires_at'])
    .where('hash', '=', hashToken(code))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return ownerOf(row, now());
}

/** Uses a code up: of any number that try it at once, one succeeds. Throws `not_found`, `expired`. */
export async function consumeCode({ db, now }: Use, code: string, purpose: Purpose): Promise<string> {
  const row = await db
    .deleteFrom('mail_code')
    .where('hash', '=', hashToken(code))
    .where('purpose', '=', purpose)
    .returning(['account_id', 'expires_at'])
    .executeTakeFirst();
  return ownerOf(row, now());
}

function ownerOf(row: { account_id: string; expires_at: Date } | undefined, moment: Date): string {
  if (!row) {
    throw new AppError('not_found', {
      message: 'This link does not work: it has been used already, or was not copied whole. Ask for a new one.',
    });
  }
  if (row.expires_at <= moment) {
    throw new AppError('expired', { message: 'This link is too old. Ask for a new one.' });
  }
  return row.account_id;
}
