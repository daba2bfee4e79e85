import { sql } from 'kysely';
import type { MadeSegment } from '#engine';
import type { Db } from '#backend/db/connect';

/** A renewal may come late by as much on a busy machine. Times are the database's. */
const leaseSeconds = 15;
export const renewEveryMs = 3000;

/** Afterwards only the owner tries it. */
const maxFailures = 2;

const owner = 'owner';
const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
const isFree = sql<boolean>`file_key is null and (lease_until is null or lease_until < now())`;

export interface ClaimedSegment {
  segment: number;
  first_frame: number;
  /** Null: to the end. */
  end_frame: number | null;
}

/** The last free one: the owner comes from the front. Undefined if none is left, or the swap does not run. */
export function claimSegment(db: Db, taskId: string, helper: string): Promise<ClaimedSegment | undefined> {
  const free = db
    .selectFrom('shared_segment')
    .innerJoin('task', 'task.id', 'shared_segment.task_id')
    .select('segment')
    .where('task_id', '=', taskId)
    .where('task.status', '=', 'running')
    .where('failures', '<', maxFailures)
    .where(isFree)
    .orderBy('segment', 'desc')
    .limit(1)
    .forUpdate('shared_segment')
    .skipLocked();
  return db
    .updateTable('shared_segment')
    .set({ claimed_by: helper, lease_until: lease })
    .where('task_id', '=', taskId)
    .where('segment', '=', free)
    .returning(['segment', 'first_frame', 'end_frame'])
    .executeTakeFirst();
}

/** False if the swap has ended, or another process has taken the segment over. */
export async function renewClaim(db: Db, taskId: string, segment: number, helper: string): Promise<boolean> {
  const { numUpdatedRows } = await held(db, taskId, segment, helper).set({ lease_until: lease }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False as `renewClaim`: remove the file. */
export async function storeSegment(
  db: Db,
  { task_id, segment, helper }: { task_id: string; segment: number; helper: string },
  file_key: string,
  made: MadeSegment,
): Promise<boolean> {
  const { numUpdatedRows } = await held(db, task_id, segment, helper)
    .set({ file_key, made: JSON.stringify(made) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param hasFailed rather than been interrupted */
export async function releaseClaim(db: Db, taskId: string, segment: number, helper: string, hasFailed: boolean) {
  await held(db, taskId, segment, helper)
    .set((eb) => ({ lease_until: null, failures: eb('failures', '+', hasFailed ? 1 : 0) }))
    .execute();
}

const held = (db: Db, taskId: string, segment: number, helper: string) =>
  db
    .updateTable('shared_segment')
    .where('task_id', '=', taskId)
    .where('segment', '=', segment)
    .where('claimed_by', '=', helper)
    .where('file_key', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('task').select('id').where('id', '=', taskId).where('task.status', 'in', ['queued', 'running']),
      ),
    );

/** True also if it is the owner's already. */
export async function claimForOwner(db: Db, taskId: string, segment: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shared_segment')
    .set({ claimed_by: owner, lease_until: sql<Date>`'infinity'` })
    .where('task_id', '=', taskId)
    .where('segment', '=', segment)
    .where((eb) => eb.or([isFree, eb.and([eb('claimed_by', '=', owner), eb('file_key', 'is', null)])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
