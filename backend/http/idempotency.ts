import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql, type Transaction } from 'kysely';
import { inTransaction } from '../db/connect';
import type { Database } from '../db/types';
import { AppError } from '../domain/app-error';
import type { Deps } from '../domain/context';

interface Keyed {
  /** Whose key it is: an account, or everybody who is not signed in. */
  scope: string;
  key: string;
  call: string;
  bodyHash: string;
}

/** SHA-256 of what a call was sent, files by their content. */
export async function hashInput(input: unknown): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(input as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0`);
    if (value instanceof Blob) for await (const chunk of Readable.fromWeb(value.stream() as never)) hash.update(chunk);
    else hash.update(JSON.stringify(value) ?? '');
    hash.update('\0');
  }
  return hash.digest('hex');
}

export function assertKeyWellFormed(key: string): void {
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw new AppError('invalid_input', { message: 'An Idempotency-Key has 8 to 200 printable characters.' });
  }
}

/**
 * Does the work once for a key. Its effect and the remembered answer commit together, so a crash leaves both or
 * neither; a second call with the key waits for the first and gets the same answer.
 */
export function once<T extends object>(
  { db }: Pick<Deps, 'db'>,
  { scope, key, call, bodyHash }: Keyed,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0))`.execute(trx);
    const known = await trx
      .selectFrom('idempotency')
      .selectAll()
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) {
      if (known.call !== call || known.body_hash !== bodyHash) throw new AppError('idempotency_mismatch');
      return known.answer as T;
    }
    const answer = await work(trx);
    await trx
      .insertInto('idempotency')
      .values({ scope, key, call, body_hash: bodyHash, answer: JSON.stringify(answer) })
      .execute();
    return answer;
  });
}
