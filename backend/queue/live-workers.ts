import { sql } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { Lane, LiveWorker } from './port';

// First half of the lock's key; the second is a hash of the worker's id.
export const lockSpace = 73_110;
// The second half is the lane's number; shared.
export const laneSpace = 73_113;

const lanes: readonly Lane[] = ['interactive', 'batch'];
export const laneNumber = (lane: Lane): number => lanes.indexOf(lane);

/** Those that take jobs. A worker of an older version names no lane: it counts for the batch lane, which takes all jobs. */
export async function liveWorkers(db: Db): Promise<LiveWorker[]> {
  const { rows } = await sql<{ lane: number | null; ids: string[]; qualities: string[] }>`
    with worker as (
      select max(objid::bigint) filter (where classid = ${laneSpace}) as lane,
        array_agg(objid::text) filter (where classid = ${lockSpace}) as ids
      from pg_locks
      where locktype = 'advisory' and classid in (${lockSpace}, ${laneSpace}) and granted
        and database = (select oid from pg_database where datname = current_database())
      group by pid
    )
    select lane, ids, array(
      select distinct quality from worker_quality where (hashtext(worker_id::text)::bigint & 4294967295)::text = any(ids)
    ) as qualities
    from worker where ids is not null`.execute(db);
  return rows.map(({ lane, ...worker }) => ({ ...worker, lane: lane === null ? 'batch' : lanes[lane]! }));
}
