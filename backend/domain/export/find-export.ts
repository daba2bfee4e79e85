import { sql } from 'kysely';
import type { Output, Parsed } from '#contract';
import type { WantedExport } from '#backend/db/types';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { readLink } from '#backend/domain/media-links';
import { downloadName, ownCreation, type CreationRow } from '#backend/domain/swap/present';
import { presentTask, type TaskRow } from '#backend/domain/task/present';
import { isResultItself, wantedOf } from './wanted';

export type Made = TaskRow & { file_key: string | null; file_size: number | null };

/**
 * The creation, the wanted file, and the copy that was made of it before; the result itself if it is the wanted file.
 * @throws AppError `not_found`, `not_ready`, `invalid_input`
 */
export async function findExport(
  deps: UserContext,
  { order_id, ...choices }: Parsed<'faceswap_export'>,
): Promise<{ creation: CreationRow; wanted: WantedExport; made: Made | undefined }> {
  const creation = await ownCreation(deps, order_id);
  if (creation.status !== 'succeeded' || !creation.result_key) {
    throw new AppError('not_ready', { message: 'This swap has no result yet. Wait until it has finished.' });
  }
  const wanted = wantedOf(creation, choices);
  const isItself = isResultItself(creation, wanted);
  const made = isItself ? await resultItself(deps, creation) : await sameExport(deps, creation.id, wanted);
  return { creation, wanted, made };
}

async function resultItself({ db, storage }: UserContext, { task_id, result_key }: CreationRow): Promise<Made> {
  const task = await db.selectFrom('task').selectAll().where('id', '=', task_id).executeTakeFirst();
  return { ...orThrowNotFound(task), file_key: result_key, file_size: await storage.size(result_key!) };
}

export async function sameExport(
  { db, accountId }: UserContext,
  creationId: string,
  wanted: WantedExport,
): Promise<Made | undefined> {
  return db
    .selectFrom('creation_export')
    .innerJoin('task', 'task.id', 'creation_export.task_id')
    .selectAll('task')
    .select(['creation_export.file_key', 'creation_export.size as file_size'])
    .where('creation_export.account_id', '=', accountId)
    .where('creation_export.creation_id', '=', creationId)
    .where(sql<boolean>`creation_export.wanted = ${JSON.stringify(wanted)}::jsonb`)
    .executeTakeFirst();
}

export async function presentExport(
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
