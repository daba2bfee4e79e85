import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransaction } from '#backend/db/connect';
import type { WorkerContext } from '#backend/domain/context';
import { mediaLimits, refusalOf } from '#backend/domain/engine-refusal';
import { finishTask } from '#backend/domain/task/finish';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';
import { progressReporter, startMaterialTask } from '#backend/domain/task/run-task';

/** On failure the video stays usable. */
export async function runPlayable(deps: WorkerContext, taskId: string): Promise<'done' | 'skipped' | 'refused'> {
  const started = await startMaterialTask(deps, taskId);
  if (!started) return 'skipped';
  const { material } = started;

  const ended = new AbortController();
  const signal = AbortSignal.any([deps.signal, ended.signal]);
  const onProgress = progressReporter(deps, taskId, () => ended.abort());
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-'));
  const key = `materials/${material.id}/playable.mp4`;
  try {
    const out = join(folder, 'playable.mp4');
    await deps.storage.withLocalFile(material.file_key, (media) =>
      withinBudget(budgetFor(deps, 'playable', material), signal, (signal) =>
        deps.engine.playable({ media, out, limits: mediaLimits, signal, onProgress }),
      ),
    );
    await deps.storage.put(key, createReadStream(out));
    const isKept = await storeKey(deps, taskId, material.id, key);
    if (!isKept) await removeOrphan(deps, material.id, key);
    return isKept ? 'done' : 'skipped';
  } catch (error) {
    if (ended.signal.aborted) return 'skipped';
    const refusal = refusalOf(error, 'video');
    if (!refusal) throw error;
    await finishTask(deps, taskId, { status: 'failed', ...refusal });
    return 'refused';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function storeKey(deps: WorkerContext, taskId: string, materialId: string, key: string): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    if (!(await finishTask({ ...deps, db: trx }, taskId, { status: 'succeeded' }))) return false;
    const { numUpdatedRows } = await trx
      .updateTable('material')
      .set({ playable_key: key })
      .where('id', '=', materialId)
      .where('status', '=', 'ready')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

async function removeOrphan({ db, storage }: WorkerContext, materialId: string, key: string): Promise<void> {
  const kept = await db
    .selectFrom('material')
    .select('id')
    .where('id', '=', materialId)
    .where('playable_key', '=', key)
    .executeTakeFirst();
  if (!kept) await storage.remove(key);
}
