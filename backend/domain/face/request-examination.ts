import { rules } from '#contract';
import type { FaceExamination } from '#backend/queue/port';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { blockedFile } from '#backend/domain/material/blocked-file';

export interface FaceFiles {
  incoming_key: string;
  file_key: string;
  thumb_key: string;
}

export type ExaminedFace = Exclude<FaceExamination, { error: unknown }> & { sha256: string };

const timeoutMs = 30_000;

export const examinationTopic = (id: string) => `face_examination:${id}`;

/**
 * Holds no connection while waiting. The row precedes the files: a crash leaves none unreferenced. A late worker
 * removes its own.
 */
export async function requestExamination(
  deps: UserContext,
  {
    id,
    faceId,
    photo,
    files,
  }: { id: string; faceId: string | null; photo: AsyncIterable<Uint8Array>; files: FaceFiles },
): Promise<ExaminedFace> {
  const { db, storage, jobs, notifications, accountId } = deps;
  await db
    .insertInto('face_examination')
    .values({ id, account_id: accountId, face_id: faceId, ...files, sha256: null, answer: null })
    .execute();
  try {
    const { sha256 } = await storage.put(files.incoming_key, photo, { maxBytes: rules.photoMaxBytes });
    const blocked = await blockedFile({ db }, sha256);
    if (blocked) throw new AppError(blocked.error, blocked);
    await db.updateTable('face_examination').set({ sha256 }).where('id', '=', id).execute();
    await jobs.add(db, 'examine_face', { examination_id: id }, { priority: 0 });
    const examined = await notifications.waitFor(examinationTopic(id), () => answerOf(deps, id), timeoutMs);
    if (!examined) throw new AppError('unavailable', { message: tooSlow, retryAfterSeconds: 10 });
    if ('error' in examined) throw new AppError(examined.error, examined);
    return { ...examined, sha256 };
  } catch (error) {
    // A remaining row is swept after an hour.
    await db
      .deleteFrom('face_examination')
      .where('id', '=', id)
      .execute()
      .catch(() => {});
    await storage.remove(files.file_key, files.thumb_key);
    throw error;
  } finally {
    await storage.remove(files.incoming_key);
  }
}

const tooSlow = 'Checking your photo takes longer than usual. Please try again shortly.';

async function answerOf({ db }: UserContext, id: string): Promise<FaceExamination | undefined> {
  const row = await db.selectFrom('face_examination').select('answer').where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('unauthenticated');
  return (row.answer as FaceExamination | null) ?? undefined;
}
