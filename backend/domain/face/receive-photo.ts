import { Readable } from 'node:stream';
import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { faceConsentText, rules, type Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { IdempotentContext, UserContext } from '#backend/domain/context';
import { assertFaceQuota } from './assert-face-quota';
import { filesOfFacePhoto } from './photo-files';
import { ownFace } from './present';
import { requestExamination } from './request-examination';

interface Reception {
  photo: Blob;
  /** Null for a new face. */
  faceId: string | null;
  /** Creates or locks the face; returns its id. */
  faceOf: (trx: Transaction<Database>, photoId: string) => Promise<string>;
}

async function* bytesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for await (const chunk of Readable.fromWeb(blob.stream() as never)) yield chunk as Uint8Array;
}

export async function receivePhoto(
  deps: UserContext & IdempotentContext,
  { photo, faceId, faceOf }: Reception,
): Promise<Output<'upload_face'>> {
  const refusal = rules.refuseSize(photo.size);
  if (refusal) throw new AppError(refusal.error, refusal);
  const id = uuidv7();
  const folder = `faces/${id}`;
  const stored = { file_key: `${folder}/photo.jpg`, thumb_key: `${folder}/thumb.jpg` };
  return deps.uploadSlots.hold(deps.accountId, async () => {
    await assertFaceQuota(deps);
    const files = { incoming_key: `${folder}/incoming`, ...stored };
    const examined = await requestExamination(deps, { id, faceId, photo: bytesOf(photo), files });
    const { people, ...facts } = examined;
    try {
      return await inTransaction(deps.db, async (trx) => {
        await trx.deleteFrom('face_examination').where('id', '=', id).execute();
        const owner = { account_id: deps.accountId };
        const face_id = await faceOf(trx, id);
        await trx
          .insertInto('consent')
          .values({ id: uuidv7(), ...owner, subject: 'face', subject_id: id, text: faceConsentText })
          .execute();
        await trx
          .insertInto('face_photo')
          .values({ id, face_id, ...owner, ...stored, ...facts, people: JSON.stringify(people) })
          .execute();
        const face = await ownFace({ ...deps, db: trx }, face_id);
        const { warnings } = face.photos.find(({ photo_id }) => photo_id === id)!;
        const answer = { ...face, warnings };
        await deps.storeAnswer?.(trx, answer);
        return answer;
      });
    } catch (error) {
      if (error instanceof AppError) await deps.storage.remove(...filesOfFacePhoto({ ...stored, people }));
      throw error;
    }
  });
}
