import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { postEntry } from '#backend/domain/credits/ledger';

interface Account {
  accountId: string;
  email: string;
}

const gmail = /@(gmail|googlemail)\.com$/;

/**
 * One spelling for every address of a mailbox: without case, without a `+tag`, and without the dots that Gmail ignores. For
 * counting first credits alone: an account belongs to its address as it is. Where `+` is an ordinary character, the second
 * of two such people goes without free credits, which is a smaller fault than credits without end.
 */
function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const plain = local.replace(/(?<=.)\+.*$/, '');
  return gmail.test(`@${domain}`) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}

/** Marks a mailbox as welcomed; null when it was before. */
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

/** Accounts from before were welcomed when they registered. */
function legacyWelcomeEntry(trx: Transaction<Database>, { accountId }: Account) {
  return trx
    .selectFrom('credit_entry')
    .select('id')
    .where('kind', '=', 'grant')
    .where('reference', '=', `welcome:${accountId}`)
    .executeTakeFirst();
}

/** Gives the first credits of a mailbox, once for ever, in the transaction that confirms it. */
export async function grantWelcomeCredits(
  trx: Transaction<Database>,
  deps: Pick<AppContext, 'keyedHash' | 'policy'>,
  account: Account,
): Promise<void> {
  const { accountId, email } = account;
  const { welcomeCredits: delta } = deps.policy;
  if (delta === 0) return;
  const isFromBefore = await legacyWelcomeEntry(trx, account);
  const hash = await markWelcomed(trx, deps, email);
  if (isFromBefore || !hash) return;
  const reference = `welcome:${hash.toString('base64url')}`;
  await postEntry(trx, { accountId, kind: 'grant', delta, reference, note: 'Welcome' });
}

/** Remembers the mailbox of an account from before that leaves; those of others were marked when they were welcomed. */
export async function recordWelcomedMailbox(
  trx: Transaction<Database>,
  deps: Pick<AppContext, 'keyedHash'>,
  account: Account,
): Promise<void> {
  if (await legacyWelcomeEntry(trx, account)) await markWelcomed(trx, deps, account.email);
}
