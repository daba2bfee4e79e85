import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { Segment } from '#engine';
import type { WorkerContext } from '#backend/domain/context';
import { mediaLimits } from '#backend/domain/engine-refusal';
import { claimSegment, releaseClaim, renewClaim, renewEveryMs, storeSegment, type ClaimedSegment } from './claims';
import { folderOf } from './remove-shared-swap';

/** `done`: there may be more. */
type Outcome = 'done' | 'skipped' | 'failed';

/** One segment of another worker's swap. A failure costs nothing: the owner renders the segment itself. */
export async function renderSegments(deps: WorkerContext, taskId: string): Promise<Outcome> {
  const shared = await deps.db
    .selectFrom('shared_swap')
    .innerJoin('creation', 'creation.task_id', 'shared_swap.task_id')
    .innerJoin('material', 'material.id', 'creation.material_id')
    .select(['tracks_key', 'spec_key', 'file_key'])
    .where('shared_swap.task_id', '=', taskId)
    .executeTakeFirst();
  if (!shared) return 'skipped';
  const helper = randomUUID();
  const claimed = await claimSegment(deps.db, taskId, helper);
  if (!claimed) return 'skipped';

  const ended = new AbortController();
  const renewing = setInterval(() => {
    renewClaim(deps.db, taskId, claimed.segment, helper).then(
      (isOurs) => isOurs || ended.abort(),
      (error: unknown) => deps.log.warn({ err: error, taskId }, 'segment_renewal_failed'),
    );
  }, renewEveryMs);
  const signal = AbortSignal.any([deps.signal, ended.signal]);
  try {
    const isStored = await renderAndStore({ ...deps, signal }, shared, claimed, { taskId, helper });
    return isStored ? 'done' : 'skipped';
  } catch (error) {
    if (ended.signal.aborted) return 'skipped';
    await releaseClaim(deps.db, taskId, claimed.segment, helper, !deps.signal.aborted);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

interface SharedFiles {
  tracks_key: string;
  spec_key: string;
  file_key: string;
}

async function renderAndStore(
  { db, storage, engine, signal }: WorkerContext,
  { tracks_key, spec_key, file_key }: SharedFiles,
  { segment, first_frame, end_frame }: ClaimedSegment,
  { taskId, helper }: { taskId: string; helper: string },
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-'));
  try {
    const { file, ...made } = await storage.withLocalFile(file_key, (media) =>
      storage.withLocalFile(tracks_key, (tracks) =>
        storage.withLocalFile(spec_key, (spec): Promise<Segment> => {
          const frames = { start: first_frame, end: end_frame ?? Infinity };
          return engine.renderSegment({ media, tracks, spec, segment: frames, folder, limits: mediaLimits, signal });
        }),
      ),
    );
    const key = `${folderOf(taskId)}/${uuidv7()}.nut`;
    await storage.put(key, createReadStream(join(folder, file)));
    if (await storeSegment(db, { task_id: taskId, segment, helper }, key, made)) return true;
    await storage.remove(key);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
