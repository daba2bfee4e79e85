import { mediaKinds } from '#engine';
import type { WorkerContext } from '#backend/domain/context';
import { refusalOf } from '#backend/domain/engine-refusal';

const limits = { minSide: 1, minRatio: 1 / 50, maxRatio: 50 };
const testWidth = 64;

export async function examineAttachment(
  { db, storage, engine, signal }: WorkerContext,
  { file_key }: { file_key: string },
): Promise<'done' | 'skipped' | 'refused'> {
  if ((await storage.size(file_key)) === null) return 'skipped';
  try {
    await storage.withLocalFile(file_key, (path) =>
      engine.still(path, testWidth, { kinds: mediaKinds, limits, signal }),
    );
    return 'done';
  } catch (error) {
    if (!refusalOf(error)) throw error;
    await db.deleteFrom('feedback_attachment').where('file_key', '=', file_key).execute();
    await storage.remove(file_key);
    return 'refused';
  }
}
