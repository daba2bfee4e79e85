import { createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { uuidv7 } from 'uuidv7';
import type { SegmentOffer, SegmentSharing } from '#engine';
import { inTransaction } from '#backend/db/connect';
import type { WorkerContext } from '#backend/domain/context';
import { maxHelpers } from '#backend/queue/port';
import { claimForOwner } from './claims';
import { folderOf } from './remove-shared-swap';

type ShareContext = Pick<WorkerContext, 'db' | 'storage' | 'jobs' | 'log'>;

interface SharedSwap {
  taskId: string;
  accountId: string;
  quality: string;
}

/** After every other job: helpers are idle workers only. */
export const helperPriority = 1000;

/** Without the database or the storage, the owner renders everything itself. */
export function shareSwap(deps: ShareContext, swap: SharedSwap): SegmentSharing {
  const { db, storage, log } = deps;
  const { taskId } = swap;
  let isShared = false;
  const made = new Map<number, number>();
  const alone = (error: unknown) => {
    if (isShared) log.warn({ err: error, taskId }, 'swap_no_longer_shared');
    isShared = false;
  };
  const segmentRow = (segment: number) =>
    db
      .selectFrom('shared_segment')
      .select(['file_key', 'made'])
      .where('task_id', '=', taskId)
      .where('segment', '=', segment)
      .executeTakeFirst();
  const countMade = async () => {
    const rows = await db
      .selectFrom('shared_segment')
      .select(['segment', 'made'])
      .where('task_id', '=', taskId)
      .where('file_key', 'is not', null)
      .execute();
    made.clear();
    rows.forEach((row) => made.set(row.segment, row.made?.frames ?? 0));
  };
  return {
    async offer(offer) {
      try {
        await publish(deps, swap, offer);
        isShared = true;
      } catch (error) {
        log.warn({ err: error, taskId }, 'swap_not_shared');
      }
    },
    async take(segment) {
      if (!isShared) return { by: 'own' };
      try {
        await countMade();
        if (await claimForOwner(db, taskId, segment)) return { by: 'own' };
        const row = await segmentRow(segment);
        // Deleted when the swap was: its next report of progress ends this run.
        if (!row) return { by: 'own' };
        return row.made ? { by: 'other', made: row.made } : { by: 'elsewhere' };
      } catch (error) {
        alone(error);
        return { by: 'own' };
      }
    },
    async fetch(segment, to) {
      try {
        const row = await segmentRow(segment);
        if (!row?.file_key || !row.made) return false;
        await storage.withLocalFile(row.file_key, (file) => copyFile(file, to));
        if ((await stat(to)).size === row.made.bytes) return true;
        throw new Error(`segment ${segment} does not have ${row.made.bytes} bytes`);
      } catch (error) {
        alone(error);
        return false;
      }
    },
    framesElsewhere: (from) => [...made].reduce((sum, [segment, frames]) => sum + (segment < from ? 0 : frames), 0),
  };
}

/** A resumed swap keeps the segments that others made or still render. */
async function publish(
  { db, storage, jobs }: ShareContext,
  { taskId, accountId, quality }: SharedSwap,
  { fingerprint, segments, first, ...files }: SegmentOffer,
): Promise<void> {
  const known = await db
    .selectFrom('shared_swap')
    .select('fingerprint')
    .where('task_id', '=', taskId)
    .executeTakeFirst();
  const isNew = known?.fingerprint !== fingerprint;
  const [tracks_key, spec_key] = ['tracks', 'spec'].map((name) => `${folderOf(taskId)}/${uuidv7()}-${name}`) as [
    string,
    string,
  ];
  if (isNew) {
    await storage.put(tracks_key, createReadStream(files.tracks));
    await storage.put(spec_key, createReadStream(files.spec));
  }
  await inTransaction(db, async (trx) => {
    if (isNew) {
      await trx.deleteFrom('shared_swap').where('task_id', '=', taskId).execute();
      const shared = { task_id: taskId, account_id: accountId };
      await trx
        .insertInto('shared_swap')
        .values({ ...shared, fingerprint, tracks_key, spec_key })
        .execute();
      const rows = segments.map(({ start, end }, segment) => ({
        ...{ ...shared, segment, first_frame: start },
        end_frame: Number.isFinite(end) ? end : null,
        // Those before are the owner's.
        ...(segment <= first ? { claimed_by: 'owner', lease_until: 'infinity' } : {}),
      }));
      await trx.insertInto('shared_segment').values(rows).execute();
    }
    const helpers = Math.min(segments.length - first - 1, maxHelpers);
    for (let helper = 0; helper < helpers; helper++)
      await jobs.add(trx, 'render_segments', { shared_task_id: taskId, helper }, { priority: helperPriority, quality });
  });
}
