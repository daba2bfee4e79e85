import { inTransaction } from '#backend/db/connect';
import type { Attempts } from '#backend/domain/attempts';
import type { AppContext } from '#backend/domain/context';
import { sweepFeedback } from '#backend/domain/feedback/sweep-feedback';
import { filesOf } from '#backend/domain/material/files';
import { sweepModeration } from '#backend/domain/moderation/sweep-moderation';
import { removeFiles } from '#backend/domain/remove-files';
import { sweepBatch, type Swept } from '#backend/domain/swept';
import { dropExports } from '#backend/domain/task/drop-exports';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function dropCreations({ db, now }: AppContext): Promise<Swept> {
  const expired = await db
    .selectFrom('creation')
    .innerJoin('task', 'task.id', 'creation.task_id')
    .select(['creation.id', 'creation.task_id', 'creation.result_key', 'creation.poster_key'])
    .where('creation.expires_at', '<', now())
    .where('task.status', 'not in', ['queued', 'running'])
    .limit(sweepBatch)
    .forUpdate('creation')
    .skipLocked() // a deletion or another sweep removes them
    .execute();
  if (expired.length === 0) return { keys: [], isComplete: true };
  const exported = await dropExports(db, { creations: expired.map((row) => row.id) });
  await db
    .deleteFrom('creation')
    .where(
      'id',
      'in',
      expired.map((row) => row.id),
    )
    .execute();
  await db
    .deleteFrom('task')
    .where(
      'id',
      'in',
      expired.map((row) => row.task_id),
    )
    .execute();
  const own = expired.flatMap((row) => [row.result_key, row.poster_key].filter((key) => key !== null));
  return { keys: [...exported, ...own], isComplete: expired.length < sweepBatch };
}

async function dropMaterials({ db, now }: AppContext): Promise<Swept> {
  const expired = await db
    .selectFrom('material')
    .select(['id', 'file_key', 'thumb_key', 'filmstrip_key', 'playable_key'])
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', now()),
        eb.and([eb('status', '=', 'uploading'), eb('created_at', '<', new Date(now().getTime() - dayMs))]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('task')
            .select('task.id')
            .whereRef('task.material_id', '=', 'material.id')
            .where('task.status', 'in', ['queued', 'running']),
        ),
      ),
    )
    .limit(sweepBatch)
    .forUpdate('material')
    .skipLocked()
    .execute();
  if (expired.length === 0) return { keys: [], isComplete: true };
  const ids = expired.map((row) => row.id);
  const made = await db
    .deleteFrom('task')
    .where('material_id', 'in', ids)
    .where('kind', '!=', 'swap')
    .returning(taskFileColumns)
    .execute();
  const exported = await dropExports(db, { originals: ids });
  await db.deleteFrom('material').where('id', 'in', ids).execute();
  const keys = [...expired.flatMap(filesOf), ...made.flatMap(filesOfTask), ...exported];
  return { keys, isComplete: expired.length < sweepBatch };
}

async function dropExaminations({ db, now }: AppContext): Promise<Swept> {
  const lost = await db
    .deleteFrom('face_examination')
    .where('created_at', '<', new Date(now().getTime() - hourMs))
    .returning(['incoming_key', 'file_key', 'thumb_key'])
    .execute();
  const keys = lost.flatMap(({ incoming_key, file_key, thumb_key }) => [incoming_key, file_key, thumb_key]);
  return { keys, isComplete: true };
}

const kinds = {
  creations: dropCreations,
  uploads: dropMaterials,
  examinations: dropExaminations,
  messages: sweepFeedback,
  decisions: sweepModeration,
};

/** One batch of each kind in turn, so that none waits for another. Returns the number of files. */
export async function dropExpired(deps: AppContext, attempts: Attempts, signal: AbortSignal): Promise<number> {
  let files = 0;
  let open = Object.entries(kinds);
  do {
    const incomplete: typeof open = [];
    for (const [kind, drop] of open) {
      const isComplete = await attempts.run(kind, async () => {
        const dropped = await inTransaction(deps.db, (trx) => drop({ ...deps, db: trx }));
        await removeFiles(deps, dropped.keys); // at once: no row names them if a later step fails
        files += dropped.keys.length;
        return dropped.isComplete;
      });
      if (isComplete === false) incomplete.push([kind, drop]);
    }
    open = incomplete;
  } while (open.length > 0 && !signal.aborted);
  if (open.length > 0) deps.log.warn({ kinds: open.map(([kind]) => kind) }, 'sweep_incomplete');
  return files;
}
