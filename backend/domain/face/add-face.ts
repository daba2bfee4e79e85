import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { faceConsentText, rules, type Output } from '#contract';
import { inTransaction } from '../../db/connect';
import { AppError } from '../app-error';
import type { Signed } from '../context';
import { blockedFile } from '../material/blocked-file';
import { presentFace } from './present';
import { assertRoomForFace } from './room-for-face';

async function* bytesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for await (const chunk of Readable.fromWeb(blob.stream() as never)) yield chunk as Uint8Array;
}

interface Keys {
  file_key: string;
  thumb_key: string;
}

/** Has a worker look at the photo and keep a clean copy of it; of a photo that will not do nothing stays. */
async function examine({ db, storage, jobs }: Signed, photo: Blob, incoming: string, keys: Keys) {
  const { sha256 } = await storage.put(incoming, bytesOf(photo), { maxBytes: rules.photoMaxBytes });
  try {
    const blocked = await blockedFile({ db }, sha256);
    if (blocked) throw new AppError(blocked.error, blocked);
    const files = { file_key: incoming, photo_key: keys.file_key, thumb_key: keys.thumb_key };
    const examined = await jobs.examineFace(files);
    if ('error' in examined) throw new AppError(examined.error, examined);
    return { ...examined, sha256 };
  } catch (error) {
    await storage.remove(keys.file_key, keys.thumb_key);
    throw error;
  } finally {
    await storage.remove(incoming);
  }
}

/** Adds a face from a photo. The photo itself is read by a worker, never here, and kept without its metadata. */
export async function addFace(deps: Signed, photo: Blob): Promise<Output<'upload_face'>> {
  const refusal = rules.refuseSize(photo.size);
  if (refusal) throw new AppError(refusal.error, refusal);
  await assertRoomForFace(deps);
  const id = uuidv7();
  const keys = { file_key: `faces/${id}/photo.jpg`, thumb_key: `faces/${id}/thumb.jpg` };
  const { width, height, warnings, sha256 } = await examine(deps, photo, `faces/${id}/incoming`, keys);
  const owner = { account_id: deps.accountId };
  const row = await inTransaction(deps.db, async (trx) => {
    const consent = { id: uuidv7(), subject: 'face', subject_id: id, text: faceConsentText } as const;
    await trx
      .insertInto('consent')
      .values({ ...consent, ...owner })
      .execute();
    const face = trx.insertInto('face').values({ id, ...owner, ...keys, sha256, width, height });
    return face.returningAll().executeTakeFirstOrThrow();
  });
  return { ...presentFace(deps, { ...row, used_in: 0 }), warnings };
}
