import type { Transaction } from 'kysely';
import type { Database } from '../../db/types';
import type { MailKind } from '../../jobs/port';
import type { Deps } from '../context';

/** Has an account's owner written to, if, and only if, the transaction commits. */
export async function tellOwner(
  trx: Transaction<Database>,
  { jobs }: Pick<Deps, 'jobs'>,
  accountId: string,
  mail: MailKind,
): Promise<void> {
  const owner = await trx.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst();
  if (owner) await jobs.add(trx, 'send_mail', { mail, email: owner.email });
}
