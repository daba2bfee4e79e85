import { Readable } from 'node:stream';
import { inTransaction } from '#backend/db/connect';
import { notify } from '#backend/db/notifications';
import type { FaceExamination } from '#backend/queue/port';
import type { WorkerContext } from '#backend/domain/context';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';
import { photoLimits, refusalOf } from '#backend/domain/engine-refusal';
import { examinationTopic, type FaceFiles } from './request-examination';

// The largest face the engine's texture atlas can use.
const storedWidth = 2048;

type ExaminationContext = Pick<WorkerContext, 'db' | 'storage' | 'timeBudgets' | 'engine' | 'signal'>;

/** Stores the answer for the waiting upload, or removes the files if the upload has given up. */
export async function examineFace(
  deps: ExaminationContext,
  { examination_id: id }: { examination_id: string },
): Promise<string> {
  const { db, storage } = deps;
  const open = db.selectFrom('face_examination').selectAll().where('id', '=', id).where('answer', 'is', null);
  const files = await open.executeTakeFirst();
  if (!files) return 'skipped';
  const drop = async () => {
    await storage.remove(files.file_key, files.thumb_key);
    return 'skipped';
  };
  let answer: FaceExamination;
  try {
    answer = await examine(deps, files);
  } catch (error) {
    if (await open.executeTakeFirst()) throw error;
    return drop();
  }
  const isAwaited = await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('face_examination')
      .set({ answer: JSON.stringify(answer) })
      .where('id', '=', id)
      .executeTakeFirst();
    await notify(trx, examinationTopic(id));
    return numUpdatedRows > 0n;
  });
  if (!isAwaited) return drop();
  return 'error' in answer ? 'refused' : 'done';
}

async function examine(deps: ExaminationContext, files: FaceFiles): Promise<FaceExamination> {
  const { storage, engine } = deps;
  const budget = budgetFor(deps, 'picture', { kind: 'photo', duration_ms: null, size: null });
  const read = async (path: string, signal: AbortSignal) => {
    const options = { limits: photoLimits, signal };
    const source = await engine.prepare([path], options);
    return { source, photo: await engine.still(path, storedWidth, options) };
  };
  try {
    return await storage.withLocalFile(files.incoming_key, async (path) => {
      const { source, photo } = await withinBudget(budget, deps.signal, (signal) => read(path, signal));
      await storage.put(files.file_key, Readable.from([photo.jpeg]));
      await storage.put(files.thumb_key, Readable.from([source.thumbnail]));
      return { width: photo.width, height: photo.height, warnings: source.warnings.map((warning) => ({ ...warning })) };
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal;
  }
}
