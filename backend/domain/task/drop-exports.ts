import type { Db } from '#backend/db/connect';
import { nilUuid } from '#backend/domain/uuid';

/** Returns files to remove after the transaction. Call it before deleting the rows. */
export async function dropExports(
  db: Db,
  of: { creations?: readonly string[]; originals?: readonly string[] },
): Promise<string[]> {
  const ids = (list: readonly string[] = []) => [nilUuid, ...list];
  const dropped = await db
    .deleteFrom('creation_export')
    .using('creation')
    .whereRef('creation.id', '=', 'creation_export.creation_id')
    .where((eb) =>
      eb.or([
        eb('creation.id', 'in', ids(of.creations)),
        eb.and([
          eb('creation.material_id', 'in', ids(of.originals)),
          eb(eb.ref('creation_export.wanted', '->>').key('format'), '=', 'before_after'),
        ]),
      ]),
    )
    .returning(['creation_export.task_id', 'creation_export.file_key'])
    .execute();
  return removeTasks(db, dropped);
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
  await db
    .deleteFrom('task')
    .where('id', 'in', [nilUuid, ...tasks])
    .execute();
  return dropped.map(({ file_key }) => file_key).filter((key) => key !== null);
}
