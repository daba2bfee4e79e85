import type { AppContext } from '#backend/domain/context';
import { fromBase32, stepOfCode } from './totp';

type SecretContext = Pick<AppContext, 'db' | 'now' | 'vault' | 'log'>;

/** Bound to the account, so that rows cannot be swapped. */
export const secretContext = (accountId: string) => `one-time secret ${accountId}`;

/**
 * A code counts once: a step is stored with it, and only later ones are accepted. Of concurrent uses one succeeds.
 * @param code as typed: apps show it with a space
 * @param state whether a secret that awaits its first code is meant
 */
export async function consumeOneTimeCode(
  deps: SecretContext,
  accountId: string,
  code: string,
  state: 'pending' | 'confirmed',
): Promise<boolean> {
  const row = await deps.db
    .selectFrom('one_time_secret')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', state === 'pending' ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (!row) return false;
  const secret = openSecret(deps, accountId, row.secret);
  const step = secret && stepOfCode(secret, code.replace(/\s/g, ''), deps.now());
  if (!step) return false;
  const used = await deps.db
    .updateTable('one_time_secret')
    .set({ last_step: String(step), confirmed_at: row.confirmed_at ?? deps.now() })
    .where('account_id', '=', accountId)
    .where('secret', '=', row.secret)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', String(step))]))
    .returning('account_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Undefined under another MEDIA_SECRET; recovery codes still work then. */
function openSecret({ vault, log }: SecretContext, accountId: string, sealed: Buffer): Buffer | undefined {
  try {
    return fromBase32(vault.open(sealed, secretContext(accountId)));
  } catch (error) {
    log.error({ accountId, err: error }, 'one_time_secret_unreadable');
    return undefined;
  }
}

export async function hasOneTimeCodes({ db }: Pick<AppContext, 'db'>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_secret')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
