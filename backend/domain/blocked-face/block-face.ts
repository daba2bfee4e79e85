import { AppError } from '#backend/domain/app-error';
import { inTransaction } from '#backend/db/connect';
import type { WorkerContext } from '#backend/domain/context';
import { photoLimits, refusalOf } from '#backend/domain/engine-refusal';
import { removeFilesLater } from '#backend/domain/remove-files';
import { identityContext } from './blocked-faces';

type BlockContext = Pick<WorkerContext, 'db' | 'storage' | 'engine' | 'vault' | 'jobs' | 'signal'>;

/** Stores who the largest face is, encrypted, and deletes the photo. Without a face, the row says why. */
export async function blockFace(
  deps: BlockContext,
  { blocked_face_id: id, file_key }: { blocked_face_id: string; file_key: string },
): Promise<'done' | 'skipped' | 'refused'> {
  const { db, vault } = deps;
  const open = await db.selectFrom('blocked_face').select('email').where('id', '=', id).executeTakeFirst();
  if (!open) return 'skipped';
  try {
    const identity = await identityIn(deps, file_key);
    const sealed = vault.seal(Buffer.from(identity.buffer).toString('base64'), identityContext(id));
    return await inTransaction(db, async (trx) => {
      const row = trx.updateTable('blocked_face').set({ identity: sealed, failure: null }).where('id', '=', id);
      if ((await row.executeTakeFirst()).numUpdatedRows === 0n) return 'skipped'; // an operator has unblocked it since the job began
      await trx.deleteFrom('feedback_attachment').where('file_key', '=', file_key).execute();
      await removeFilesLater(deps, trx, [file_key]);
      await deps.jobs.add(trx, 'send_mail', { mail: 'face_blocked', email: open.email });
      return 'done';
    });
  } catch (error) {
    const failure = error instanceof AppError ? error : refusalOf(error);
    if (!failure) throw error;
    await db.updateTable('blocked_face').set({ failure: failure.message }).where('id', '=', id).execute();
    return 'refused';
  }
}

async function identityIn({ storage, engine, signal }: BlockContext, key: string): Promise<Float32Array> {
  if ((await storage.size(key)) === null) throw new AppError('not_found', { message: 'The photo was deleted.' });
  const [largest] = await storage.withLocalFile(key, (photo) =>
    engine.sourceFaces(photo, { limits: photoLimits, signal, identities: true }),
  );
  return Float32Array.from(largest!.identity!);
}
