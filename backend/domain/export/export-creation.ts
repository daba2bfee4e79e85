import { sql, type Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { isFinished, rules, type Output, type Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database, WantedExport } from '#backend/db/types';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import type { CreationRow } from '#backend/domain/swap/present';
import { dropOldExports } from '#backend/domain/task/drop-exports';
import { jobPriority } from '#backend/domain/task/priority';
import { removeFilesLater } from '#backend/domain/remove-files';
import { findExport, presentExport, sameExport, type Made } from './find-export';

/** Delays a retry, so that the page can show the failure. */
const retryAfterMs = 60_000;

const tooManyExports = (wait: string) => `Too many exports. Wait ${wait}, or download the result as it is.`;

/** Or returns the same one requested before. */
export async function exportCreation(
  deps: UserContext,
  request: Parsed<'faceswap_export'>,
): Promise<Output<'faceswap_export'>> {
  const { creation, wanted, made } = await findExport(deps, request);
  return presentExport(deps, creation, wanted, usable(deps, made) ?? (await startExport(deps, creation, wanted)));
}

/** Not a failed one, after a while. */
function usable({ now }: UserContext, made: Made | undefined): Made | undefined {
  const hasFailed = made && isFinished(made.status) && made.status !== 'succeeded';
  return hasFailed && now().getTime() - made.created_at.getTime() > retryAfterMs ? undefined : made;
}

async function startExport(deps: UserContext, creation: CreationRow, wanted: WantedExport): Promise<Made> {
  await consumeRateLimit(deps, limits.exportOfAccount, deps.accountId, tooManyExports);
  return inTransaction(deps.db, async (db) => {
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
    const made = usable(deps, await sameExport({ ...deps, db }, creation.id, wanted));
    return made ?? insertQueued(db, deps, creation, wanted);
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
  await removeFilesLater({ jobs }, trx, files);

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
