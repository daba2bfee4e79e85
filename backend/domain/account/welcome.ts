import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { postEntry } from '#backend/domain/credits/ledger';

interface Account {
  accountId: string;
  email: string;
}

const gmail = /@(gmail|googlemail)\.com$/;

/** Lower case, without `+tag` and the dots that Gmail ignores. */
function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const plain = local.replace(/(?<=.)\+.*$/, '');
  return gmail.test(`@${domain}`) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}

async function markWelcomed(
  trx: Transaction<Database>,
  deps: Pick<AppContext, 'keyedHash'>,
  email: string,
): Promise<Buffer | null> {
  const hash = deps.keyedHash(`mailbox ${mailboxOf(email)}`);
  const fresh = await trx
    .insertInto('welcomed_mailbox')
    .values({ hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return fresh ? hash : null;
}

/** Older welcome credits have no marked mailbox. */
function legacyWelcomeEntry(trx: Transaction<Database>, { accountId }: Account) {
  return trx
    .selectFrom('credit_entry')
    .select('id')
    .where('kind', '=', 'grant')
    .where('reference', '=', `welcome:${accountId}`)
    .executeTakeFirst();
}

export async function grantWelcomeCredits(
  trx: Transaction<Database>,
  deps: Pick<AppContext, 'keyedHash' | 'policy'>,
  account: Account,
): Promise<void> {
  const { accountId, email } = account;
  const { welcomeCredits: delta } = deps.policy;
  if (delta === 0) return;
  const isLegacy = await legacyWelcomeEntry(trx, account);
  const hash = await markWelcomed(trx, deps, email);
  if (isLegacy || !hash) return;
  const reference = `welcome:${hash.toString('base64url')}`;
  await postEntry(trx, { accountId, kind: 'grant', delta, reference, note: 'Welcome' });
}

/** Newer mailboxes are already marked. */
export async function recordWelcomedMailbox(
  trx: Transaction<Database>,
  deps: Pick<AppContext, 'keyedHash'>,
  account: Account,
): Promise<void> {
  if (await legacyWelcomeEntry(trx, account)) await markWelcomed(trx, deps, account.email);
}
