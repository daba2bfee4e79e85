import { sql, type Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { isFinished, rules, type Output, type Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database, WantedExport } from '#backend/db/types';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { readLink } from '#backend/domain/media-links';
import { downloadName, ownCreation, type CreationRow } from '#backend/domain/swap/present';
import { dropOldExports } from '#backend/domain/task/drop-exports';
import { presentTask, type TaskRow } from '#backend/domain/task/present';
import { jobPriority } from '#backend/domain/task/priority';
import { isResultItself, wantedOf } from './wanted';

/** Delays a retry, so that the page can show the failure. */
const retryAfterMs = 60_000;

const tooManyExports = (wait: string) => `Too many exports. Wait ${wait}, or download the result as it is.`;

/** Or returns the same one requested before. */
export async function exportCreation(
  deps: UserContext,
  { order_id, ...choices }: Parsed<'faceswap_export'>,
): Promise<Output<'faceswap_export'>> {
  const creation = await ownCreation(deps, order_id);
  if (creation.status !== 'succeeded' || !creation.result_key) {
    throw new AppError('not_ready', { message: 'This swap has no result yet. Wait until it has finished.' });
  }
  const wanted = wantedOf(creation, choices);
  if (isResultItself(creation, wanted)) return resultItself(deps, creation, wanted);
  const made = (await sameExport(deps, creation.id, wanted)) ?? (await startExport(deps, creation, wanted));
  return present(deps, creation, wanted, made);
}

type Made = TaskRow & { file_key: string | null; file_size: number | null };

async function resultItself(deps: UserContext, creation: CreationRow, wanted: WantedExport) {
  const task = await deps.db.selectFrom('task').selectAll().where('id', '=', creation.task_id).executeTakeFirst();
  const file_size = await deps.storage.size(creation.result_key!);
  return present(deps, creation, wanted, { ...orThrowNotFound(task), file_key: creation.result_key, file_size });
}

async function present(
  deps: UserContext,
  { name }: CreationRow,
  { format }: WantedExport,
  { file_key, file_size, ...task }: Made,
): Promise<Output<'faceswap_export'>> {
  const file = format === 'before_after' ? downloadName(name, 'jpg', 'before-after') : downloadName(name, format);
  return {
    ...(await presentTask(deps, task)),
    name: file,
    size: file_size,
    download_url: file_key && readLink(deps, file_key, file),
  };
}

async function sameExport(
  { db, accountId, now }: UserContext,
  creationId: string,
  wanted: WantedExport,
): Promise<Made | undefined> {
  const made = await db
    .selectFrom('creation_export')
    .innerJoin('task', 'task.id', 'creation_export.task_id')
    .selectAll('task')
    .select(['creation_export.file_key', 'creation_export.size as file_size'])
    .where('creation_export.account_id', '=', accountId)
    .where('creation_export.creation_id', '=', creationId)
    .where(sql<boolean>`creation_export.wanted = ${JSON.stringify(wanted)}::jsonb`)
    .executeTakeFirst();
  const hasFailed = made && isFinished(made.status) && made.status !== 'succeeded';
  return hasFailed && now().getTime() - made.created_at.getTime() > retryAfterMs ? undefined : made;
}

async function startExport(deps: UserContext, creation: CreationRow, wanted: WantedExport): Promise<Made> {
  await consumeRateLimit(deps, limits.exportOfAccount, deps.accountId, tooManyExports);
  return inTransaction(deps.db, async (db) => {
    const inside = { ...deps, db };
    // Serialises a creation's exports, also against its deletion.
    const locked = await db
      .selectFrom('creation')
      .select('id')
      .where('id', '=', creation.id)
      .where('account_id', '=', deps.accountId)
      .where('deletion_id', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    orThrowNotFound(locked);
    return (await sameExport(inside, creation.id, wanted)) ?? insertQueued(db, deps, creation, wanted);
  });
}

async function insertQueued(
  trx: Transaction<Database>,
  { accountId, jobs }: UserContext,
  { id: creation_id, kind }: CreationRow,
  wanted: WantedExport,
): Promise<Made> {
  const failed = trx
    .selectFrom('creation_export')
    .select('task_id')
    .where('creation_id', '=', creation_id)
    .where(sql<boolean>`wanted = ${JSON.stringify(wanted)}::jsonb`);
  await trx.deleteFrom('task').where('id', 'in', failed).execute();
  const files = await dropOldExports(trx, creation_id, rules.exportsPerCreation - 1);
  if (files.length > 0) await jobs.add(trx, 'remove_files', { keys: files });

  const task = await trx
    .insertInto('task')
    .values({ id: uuidv7(), account_id: accountId, kind: 'export' })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('creation_export')
    .values({ id: uuidv7(), account_id: accountId, creation_id, task_id: task.id, wanted: JSON.stringify(wanted) })
    .execute();
  const job = kind === 'photo' || wanted.format === 'before_after' ? 'make_export' : 'make_export_long';
  await jobs.add(trx, job, { task_id: task.id }, { priority: await jobPriority(trx, accountId) });
  return { ...task, file_key: null, file_size: null };
}
