import { inTransaction } from '#backend/db/connect';
import { removeFiles } from '#backend/domain/remove-files';
import type { AppContext } from '#backend/domain/context';
import { addDays } from '#backend/domain/context';
import { sweepTokens } from '#backend/domain/account/tokens';
import { reportUnreadFaces } from '#backend/domain/blocked-face/report-unread-faces';
import { dropExports } from '#backend/domain/task/drop-exports';
import { eraseOverdue } from '#backend/domain/library/erase-overdue';
import { removeEndedSharedSwaps } from '#backend/domain/shared-swap/remove-shared-swap';
import { removeEndedWorkFolders } from '#backend/domain/swap/work-folder';
import { sweepChallenges } from '#backend/domain/passkey/challenge';
import { sweepFeedback } from '#backend/domain/feedback/sweep-feedback';
import { sweepModeration } from '#backend/domain/moderation/sweep-moderation';
import { filesOf } from '#backend/domain/material/files';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';
import { sweepBatch, type Swept } from '#backend/domain/swept';

/** A worker runs no other job while it sweeps. */
const limitMs = 5 * 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const auditDays = 365;
const webhookLogDays = 30;

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

const steps = {
  creations: dropCreations,
  uploads: dropMaterials,
  examinations: dropExaminations,
  messages: sweepFeedback,
  decisions: sweepModeration,
};

/** One batch of each kind in turn, so that none waits for another. Returns the number of files. */
async function dropExpired(deps: AppContext, signal: AbortSignal): Promise<number> {
  let files = 0;
  let open = Object.entries(steps);
  do {
    const incomplete: typeof open = [];
    for (const [kind, step] of open) {
      const { keys, isComplete } = await inTransaction(deps.db, (trx) => step({ ...deps, db: trx }));
      await removeFiles(deps, keys); // at once: no row names them if a later step fails
      files += keys.length;
      if (!isComplete) incomplete.push([kind, step]);
    }
    open = incomplete;
  } while (open.length > 0 && !signal.aborted);
  if (open.length > 0) deps.log.warn({ kinds: open.map(([kind]) => kind) }, 'sweep_incomplete');
  return files;
}

/** @param signal ends it early; the next sweep continues */
export async function sweep(deps: AppContext, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  await eraseOverdue(deps);
  const limit = AbortSignal.timeout(limitMs);
  const files = await dropExpired(deps, signal ? AbortSignal.any([signal, limit]) : limit);
  await reportUnreadFaces(deps);
  await removeEndedWorkFolders(deps);
  await removeEndedSharedSwaps(deps);
  await sweepTokens(deps);
  await sweepChallenges(deps);
  await deps.db.deleteFrom('mail_code').where('expires_at', '<', addDays(deps.now(), -1)).execute();
  await deps.db.deleteFrom('share').where('expires_at', '<', deps.now()).execute();
  await deps.db.deleteFrom('idempotency').where('created_at', '<', addDays(deps.now(), -1)).execute();
  await deps.db.deleteFrom('rate_limit').where('expire', '<', deps.now().getTime()).execute();
  await deps.db.deleteFrom('audit_event').where('at', '<', addDays(deps.now(), -auditDays)).execute();
  await deps.db.deleteFrom('webhook_event').where('created_at', '<', addDays(deps.now(), -webhookLogDays)).execute();
  if (files > 0) deps.log.info({ files }, 'expired_media_removed');
}
