import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { Face } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { portraitFile, portraitSize, portraitThumbFile, type SampleFaceName } from '#shared/sample-media';
import { assertFaceQuota } from './assert-face-quota';
import { presentFace, usedIn } from './present';

/** Or returns the one that was added before. */
export async function addSampleFace(deps: UserContext, sample: SampleFaceName): Promise<Face> {
  const known = await ownSampleFace(deps, sample);
  if (known) return known;
  await assertFaceQuota(deps);
  const id = uuidv7();
  const [file_key, thumb_key] = [`faces/${id}/photo.jpg`, `faces/${id}/thumb.webp`];
  await copyFromSamples(deps, portraitFile(sample), file_key);
  await copyFromSamples(deps, portraitThumbFile(sample), thumb_key);
  const { numInsertedOrUpdatedRows } = await deps.db
    .insertInto('face')
    .values({ id, account_id: deps.accountId, sample, file_key, thumb_key, ...portraitSize })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // A simultaneous request has added the face.
  if (!numInsertedOrUpdatedRows) await deps.storage.remove(file_key, thumb_key);
  return (await ownSampleFace(deps, sample))!;
}

async function ownSampleFace(deps: UserContext, sample: SampleFaceName): Promise<Face | undefined> {
  const row = await deps.db
    .selectFrom('face')
    .selectAll()
    .select(usedIn)
    .where('account_id', '=', deps.accountId)
    .where('sample', '=', sample)
    .executeTakeFirst();
  return row && presentFace(deps, row);
}

async function copyFromSamples({ storage, samplesFolder }: UserContext, file: string, key: string): Promise<void> {
  await storage.put(key, createReadStream(join(samplesFolder, file)));
}
