import { Readable } from 'node:stream';
import type { Engine } from '#engine';
import { rules } from '#contract';
import { inTransaction } from '../../db/connect';
import type { StoredPerson } from '../../db/types';
import type { Deps } from '../context';
import { photoLimits, refusalOf } from '../engine-refusal';
import { finishTask } from '../task/finish';
import { progressReporter, startTask } from '../task/run-task';

const thumbWidth = 512;

interface Work extends Deps {
  engine: Engine;
  signal: AbortSignal;
}

/** Looks at a material for the first time if need be, and finds the persons in it. */
export async function runDetection(deps: Work, taskId: string): Promise<'done' | 'skipped' | 'refused'> {
  const task = await startTask(deps, taskId);
  if (!task?.material_id) return 'skipped';
  const material = await deps.db
    .selectFrom('material')
    .selectAll()
    .where('id', '=', task.material_id)
    .executeTakeFirst();
  if (!material) return 'skipped';

  const gone = new AbortController();
  const signal = AbortSignal.any([deps.signal, gone.signal]);
  const onProgress = progressReporter(deps, taskId, () => gone.abort());
  try {
    const seen = await deps.storage.withLocalFile(material.file_key, async (path) => {
      const analysis = await deps.engine.analyse(path, { limits: photoLimits, signal, onProgress });
      const still = await deps.engine.still(path, thumbWidth, { limits: photoLimits, signal });
      return { analysis, still: still.jpeg };
    });
    const folder = `materials/${material.id}`;
    const thumbKey = `${folder}/thumb.jpg`;
    await deps.storage.put(thumbKey, Readable.from([seen.still]));
    const persons: StoredPerson[] = [];
    for (const person of seen.analysis.persons) {
      const thumb_key = `${folder}/${taskId}-${person.key}.jpg`;
      await deps.storage.put(thumb_key, Readable.from([person.thumbnail]));
      const { key, box, share, frontalScore, screenTimeMs, firstSeenMs } = person;
      const times = { screen_time_ms: screenTimeMs, first_seen_ms: firstSeenMs };
      persons.push({ key, thumb_key, box, share, frontal_score: frontalScore, ...times });
    }
    await inTransaction(deps.db, async (trx) => {
      await trx
        .updateTable('material')
        .set({
          status: 'ready',
          thumb_key: thumbKey,
          format: seen.analysis.format,
          width: seen.analysis.width,
          height: seen.analysis.height,
        })
        .where('id', '=', material.id)
        .execute();
      const outcome = persons.length
        ? ({ status: 'succeeded', persons } as const)
        : ({ status: 'failed', error: 'no_face', message: rules.noFace.message } as const);
      await finishTask(trx, taskId, outcome, deps.now());
    });
    return 'done';
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await inTransaction(deps.db, async (trx) => {
      await trx
        .updateTable('material')
        .set({ status: 'rejected', reason: refusal.message })
        .where('id', '=', material.id)
        .execute();
      await finishTask(trx, taskId, { status: 'failed', ...refusal }, deps.now());
    });
    await deps.storage.remove(material.file_key);
    return 'refused';
  }
}
