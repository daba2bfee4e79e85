import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';

const codes = 10;
/** Crockford's letters: without those that look like others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const shape = /^[0-9A-Z]{16}$/;

/** 16 letters of 5 bits each. */
function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.match(/.{4}/g)!.join('-');
}

/** As typed: case, hyphens and look-alikes do not count. Undefined if it cannot be a recovery code. */
export function asRecoveryCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return shape.test(plain) ? plain : undefined;
}

/** 80 random bits under the account's id: a plain hash suffices, and no code fits two accounts. */
const hashOf = (plain: string, accountId: string) => createHmac('sha256', accountId).update(plain).digest();

/** Replaces all earlier ones. @returns the codes, which are stored as hashes only */
export async function replaceRecoveryCodes(db: Db, accountId: string): Promise<string[]> {
  const made = Array.from({ length: codes }, newCode);
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db
    .insertInto('recovery_code')
    .values(made.map((code) => ({ hash: hashOf(asRecoveryCode(code)!, accountId), account_id: accountId })))
    .execute();
  return made;
}

/** Of concurrent uses one succeeds. */
export async function consumeRecoveryCode({ db }: Pick<AppContext, 'db'>, accountId: string, plain: string) {
  const used = await db
    .deleteFrom('recovery_code')
    .where('hash', '=', hashOf(plain, accountId))
    .where('account_id', '=', accountId)
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}
