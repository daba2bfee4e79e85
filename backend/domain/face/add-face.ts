import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { faceConsentText, rules, type Output } from '#contract';
import { inTransaction } from '../../db/connect';
import { AppError } from '../app-error';
import type { Signed } from '../context';
import { presentFace } from './present';

async function* bytesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for await (const chunk of Readable.fromWeb(blob.stream() as never)) yield chunk as Uint8Array;
}

/** Adds a face from a photo. The photo itself is read by a worker, never here, and kept without its metadata. */
export async function addFace(deps: Signed, photo: Blob): Promise<Output<'upload_face'>> {
  const refusal = rules.refuseSize(photo.size);
  if (refusal) throw new AppError(refusal.error, refusal);
  const id = uuidv7();
  const incoming = `faces/${id}/incoming`;
  const keys = { file_key: `faces/${id}/photo.jpg`, thumb_key: `faces/${id}/thumb.jpg` };
  await deps.storage.put(incoming, bytesOf(photo), { maxBytes: rules.photoMaxBytes });
  try {
    const examined = await deps.jobs.examineFace({
      file_key: incoming,
      photo_key: keys.file_key,
      thumb_key: keys.thumb_key,
    });
    if ('error' in examined) throw new AppError(examined.error, examined);
    const row = await inTransaction(deps.db, async (trx) => {
      await trx
        .insertInto('consent')
        .values({ id: uuidv7(), account_id: deps.accountId, subject: 'face', subject_id: id, text: faceConsentText })
        .execute();
      return trx
        .insertInto('face')
        .values({ id, account_id: deps.accountId, ...keys, width: examined.width, height: examined.height })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return { ...presentFace(deps, row), warnings: examined.warnings };
  } catch (error) {
    await deps.storage.remove(keys.file_key, keys.thumb_key);
    throw error;
  } finally {
    await deps.storage.remove(incoming);
  }
}
