import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { SessionContext, UserContext } from '#backend/domain/context';
import { limits } from '#backend/domain/limits';
import { lockOpenExports, lockOpenTasks } from '#backend/domain/lock-open-tasks';
import { removeFilesLater } from '#backend/domain/remove-files';
import { confirmIdentity } from './confirm-identity';
import { recordWelcomedMailbox } from './welcome';

interface Deletion {
  uid: string;
  password?: string | undefined;
}

/** The hooks run before the transaction. The ledger stays. */
export async function deleteAccount(deps: SessionContext, { uid, password }: Deletion): Promise<void> {
  const { db, accountId } = deps;
  if (uid !== accountId) throw new AppError('not_found');
  await confirmIdentity(deps, password);

  for (const prepare of deps.beforeDeletion) await prepare(deps);
  const email = await inTransaction(db, async (trx) => {
    const removed = await lockWholeAccount(trx, accountId);
    await removeLocked(deps, trx, removed);
    await deps.jobs.add(trx, 'send_mail', { mail: 'account_deleted', email: removed });
    return removed;
  });
  await deps.limits.clear(limits.registrationMail, email.toLowerCase()); // so that an immediate new registration gets its mail
}

/** Returns the address. @throws AppError `not_found` */
export async function lockWholeAccount(trx: Transaction<Database>, accountId: string): Promise<string> {
  await lockOwned(trx, 'deletion', accountId);
  await lockOwned(trx, 'face', accountId);
  await lockOpenTasks(trx, 'account_id', [accountId]);
  await lockOwned(trx, 'material', accountId);
  await lockOwned(trx, 'creation', accountId);
  await lockOpenExports(trx, 'account_id', [accountId]);
  const row = await trx
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return orThrowNotFound(row).email;
}

/** After `lockWholeAccount`. */
export async function removeLocked(deps: UserContext, trx: Transaction<Database>, email: string): Promise<void> {
  const { accountId, audit } = deps;
  const keys = await removeMedia(trx, accountId);
  await recordWelcomedMailbox(trx, deps, { accountId, email });
  await trx.deleteFrom('account').where('id', '=', accountId).execute();
  await trx.deleteFrom('idempotency').where('scope', '=', accountId).execute();
  await trx.updateTable('audit_event').set({ address: null }).where('account_id', '=', accountId).execute();

  await audit.record({ event: 'account_deleted', accountId }, trx);
  await removeFilesLater(deps, trx, keys);
}

/** Before the account: see the lock order. */
async function lockOwned(
  trx: Transaction<Database>,
  table: 'deletion' | 'face' | 'material' | 'creation',
  accountId: string,
): Promise<void> {
  await trx.selectFrom(table).select('id').where('account_id', '=', accountId).orderBy('id').forUpdate().execute();
}

/** In deletion order: creations reference tasks without a cascade. */
const owned = [
  'shared_segment',
  'shared_swap',
  'creation_export',
  'creation',
  'task',
  'material',
  'face_photo',
  'face',
  'face_examination',
  'moderation',
] as const;

/** Returns all `*_key` values of the deleted rows: a worker may add files concurrently. */
async function removeMedia(trx: Transaction<Database>, accountId: string): Promise<string[]> {
  const keys = new Set<string>();
  for (const table of owned) {
    const rows = await trx.deleteFrom(table).where('account_id', '=', accountId).returningAll().execute();
    for (const row of rows) for (const key of keysIn(row)) keys.add(key);
  }
  return [...keys];
}

function keysIn(row: Record<string, unknown>): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.flatMap((part) => (isRecord(part) ? keysIn(part) : []));
    return name.endsWith('_key') && typeof value === 'string' ? [value] : [];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
