import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { faceConsentText, rules, type Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { IdempotentContext, UserContext } from '#backend/domain/context';
import { presentFace } from './present';
import { requestExamination, type ExaminedFace, type FaceFiles } from './request-examination';
import { assertFaceQuota } from './assert-face-quota';

async function* bytesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for await (const chunk of Readable.fromWeb(blob.stream() as never)) yield chunk as Uint8Array;
}

export async function addFace(deps: UserContext & IdempotentContext, photo: Blob): Promise<Output<'upload_face'>> {
  const refusal = rules.refuseSize(photo.size);
  if (refusal) throw new AppError(refusal.error, refusal);
  const id = uuidv7();
  const folder = `faces/${id}`;
  const files = {
    incoming_key: `${folder}/incoming`,
    file_key: `${folder}/photo.jpg`,
    thumb_key: `${folder}/thumb.jpg`,
  };
  return deps.uploadSlots.hold(deps.accountId, async () => {
    await assertFaceQuota(deps);
    const examined = await requestExamination(deps, { id, photo: bytesOf(photo), files });
    return keep(deps, id, files, examined);
  });
}

function keep(
  deps: UserContext & IdempotentContext,
  id: string,
  { file_key, thumb_key }: FaceFiles,
  { width, height, warnings, sha256 }: ExaminedFace,
): Promise<Output<'upload_face'>> {
  const owner = { account_id: deps.accountId };
  return inTransaction(deps.db, async (trx) => {
    await trx.deleteFrom('face_examination').where('id', '=', id).execute();
    const consent = { id: uuidv7(), subject: 'face', subject_id: id, text: faceConsentText } as const;
    await trx
      .insertInto('consent')
      .values({ ...consent, ...owner })
      .execute();
    const row = await trx
      .insertInto('face')
      .values({ id, ...owner, file_key, thumb_key, sha256, width, height })
      .returningAll()
      .executeTakeFirstOrThrow();
    const answer = { ...presentFace(deps, { ...row, used_in: 0 }), warnings } as Output<'upload_face'>;
    await deps.storeAnswer?.(trx, answer);
    return answer;
  });
}
