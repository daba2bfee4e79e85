import type { Db } from '#backend/db/connect';
import { lockOpenExports } from '#backend/domain/lock-open-tasks';
import { neverEmpty } from '#backend/domain/uuid';

interface Owners {
  creations?: readonly string[];
  originals?: readonly string[];
}

/** Also locks the creations. Returns files to remove after the transaction. Call it before deleting the rows. */
export async function dropExports(trx: Db, of: Owners): Promise<string[]> {
  const exports = await lockedExports(trx, of);
  const dropped = await trx
    .deleteFrom('creation_export')
    .where('id', 'in', neverEmpty(exports.map(({ id }) => id)))
    .returning(['task_id', 'file_key'])
    .execute();
  return removeTasks(trx, dropped);
}

async function lockedExports(trx: Db, { creations = [], originals = [] }: Owners) {
  const locked = await trx
    .selectFrom('creation')
    .select('id')
    .where((eb) => eb.or([eb('id', 'in', neverEmpty(creations)), eb('material_id', 'in', neverEmpty(originals))]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const exports = await trx
    .selectFrom('creation_export')
    .select(['id', 'task_id'])
    .where('creation_id', 'in', neverEmpty(locked.map(({ id }) => id)))
    .where((eb) =>
      eb.or([
        eb('creation_id', 'in', neverEmpty(creations)),
        eb(eb.ref('wanted', '->>').key('format'), '=', 'before_after'),
      ]),
    )
    .execute();
  const tasks = exports.map(({ task_id }) => task_id);
  await lockOpenExports(trx, 'id', tasks);
  return exports;
}

/** Deletes the oldest ended ones; at most `kept` remain. */
export async function dropOldExports(db: Db, creationId: string, kept: number): Promise<string[]> {
  const old = db
    .selectFrom('creation_export')
    .innerJoin('task', 'task.id', 'creation_export.task_id')
    .select('creation_export.id')
    .where('creation_id', '=', creationId)
    .where('task.status', 'not in', ['queued', 'running'])
    .orderBy('creation_export.id', 'desc')
    .offset(kept);
  const dropped = await db
    .deleteFrom('creation_export')
    .where('id', 'in', old)
    .returning(['task_id', 'file_key'])
    .execute();
  return removeTasks(db, dropped);
}

async function removeTasks(db: Db, dropped: { task_id: string; file_key: string | null }[]): Promise<string[]> {
  const tasks = dropped.map(({ task_id }) => task_id);
  await db.deleteFrom('task').where('id', 'in', neverEmpty(tasks)).execute();
  return dropped.map(({ file_key }) => file_key).filter((key) => key !== null);
}
