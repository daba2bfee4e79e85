import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { Face } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { UserContext } from '#backend/domain/context';
import { portraitFile, portraitSize, portraitThumbFile, type SampleFaceName } from '#shared/sample-media';
import { assertFaceQuota } from './assert-face-quota';
import { ownFaces, presentFaces } from './present';

/** Or returns the one added before. */
export async function addSampleFace(deps: UserContext, sample: SampleFaceName): Promise<Face> {
  const known = (await ownSampleFace(deps, sample)) ?? (await restoreDeleted(deps, sample));
  if (known) return known;
  await assertFaceQuota(deps);
  const id = uuidv7();
  const [file_key, thumb_key] = [`faces/${id}/photo.jpg`, `faces/${id}/thumb.webp`];
  await copyFromSamples(deps, portraitFile(sample), file_key);
  await copyFromSamples(deps, portraitThumbFile(sample), thumb_key);
  const isAdded = await inTransaction(deps.db, async (trx) => {
    const owner = { account_id: deps.accountId };
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('face')
      .values({ id, ...owner, sample, name: sample[0]!.toUpperCase() + sample.slice(1) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    await trx
      .insertInto('face_photo')
      .values({ id, face_id: id, ...owner, file_key, thumb_key, ...portraitSize })
      .execute();
    return true;
  });
  // A simultaneous request has added the face.
  if (!isAdded) await deps.storage.remove(file_key, thumb_key);
  return (await ownSampleFace(deps, sample))!;
}

async function ownSampleFace(deps: UserContext, sample: SampleFaceName): Promise<Face | undefined> {
  const [face] = await presentFaces(deps, await ownFaces(deps).where('sample', '=', sample).execute());
  return face;
}

/** An account has each sample face once, also while its deletion can be undone. */
async function restoreDeleted(deps: UserContext, sample: SampleFaceName): Promise<Face | undefined> {
  await deps.db
    .updateTable('face')
    .set({ deletion_id: null })
    .where('account_id', '=', deps.accountId)
    .where('sample', '=', sample)
    .where('deletion_id', 'is not', null)
    .execute();
  return ownSampleFace(deps, sample);
}

async function copyFromSamples({ storage, samplesFolder }: UserContext, file: string, key: string): Promise<void> {
  await storage.put(key, createReadStream(join(samplesFolder, file)));
}
