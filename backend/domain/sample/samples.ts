import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { rules, type Output, type Parsed } from '#contract';
import { sampleMedia, type SampleName } from '#shared/sample-media';
import { inTransaction } from '#backend/db/connect';
import { openAccount } from '#backend/domain/account/register';
import { addDays, type AppContext, type UserContext } from '#backend/domain/context';
import { createDetection } from '#backend/domain/detection/create-detection';
import { addSampleFace } from '#backend/domain/face/add-sample-face';
import { markArrived } from '#backend/domain/material/arrived';
import { deleteMaterial } from '#backend/domain/material/delete-material';
import { materialDetail } from '#backend/domain/detection/material-detail';
import { openMaterial } from '#backend/domain/material/open-material';
import { previewSwap } from '#backend/domain/preview/preview-swap';
import type { Bindings } from '#backend/domain/swap/bindings';

const samplesEmail = 'samples@faceswap.invalid';

/** Or half of the days that uploads are kept. */
const minDaysLeft = 1;

export async function sampleDetail(
  deps: AppContext,
  { sample }: { sample: SampleName },
): Promise<Output<'faceswap_sample'>> {
  const samplesUser = await asSamplesAccount(deps);
  const material_id = await ensureMaterial(samplesUser, sample);
  const tool_id = rules.defaultToolId;
  const { material, detection, price } = await materialDetail(samplesUser, { material_id, tool_id });
  return { material, detection, price };
}

export async function previewSample(
  deps: AppContext,
  { sample, bind_face }: Parsed<'faceswap_sample_preview'>,
): Promise<Output<'faceswap_sample_preview'>> {
  const samplesUser = await asSamplesAccount(deps);
  const material_id = await ensureMaterial(samplesUser, sample);
  const bindings: Bindings = {};
  for (const [person, name] of Object.entries(bind_face))
    bindings[person] = [(await addSampleFace(samplesUser, name)).face_id];
  return previewSwap(samplesUser, { material_id, bind_face: bindings });
}

async function asSamplesAccount(deps: AppContext): Promise<UserContext> {
  const find = () => deps.db.selectFrom('account').select('id').where('email', '=', samplesEmail).executeTakeFirst();
  const known = await find();
  if (known) return { ...deps, accountId: known.id };
  await inTransaction(deps.db, (trx) => openAccount(trx, { email: samplesEmail, passwordHash: null, credits: 0 }));
  return { ...deps, accountId: (await find())!.id };
}

async function ensureMaterial(samplesUser: UserContext, sample: SampleName): Promise<string> {
  return (await currentMaterial(samplesUser, sample)) ?? importSample(samplesUser, sample);
}

async function currentMaterial(
  { db, now, policy, accountId }: UserContext,
  sample: SampleName,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('material')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', sample)
    .where('status', 'in', ['probing', 'ready'])
    .where('expires_at', '>', addDays(now(), Math.min(minDaysLeft, policy.retentionDays / 2)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Of concurrent imports the first wins; files are written outside transactions. */
async function importSample(samplesUser: UserContext, sample: SampleName): Promise<string> {
  const file = sampleMedia[sample];
  const format = file.split('.').at(-1)!;
  const kind = rules.kindOfType(format)!;
  const { id: material_id, fileKey } = await openMaterial(samplesUser, { kind, format, name: sample });
  const stored = await samplesUser.storage.put(fileKey, createReadStream(join(samplesUser.samplesFolder, file)));
  const current = await withLock(samplesUser, `sample ${sample}`, async (locked) => {
    const earlier = await currentMaterial(locked, sample);
    if (earlier) return earlier;
    await markArrived(locked, { id: material_id, fileKey, ...stored });
    await createDetection(locked, { material_id });
    return material_id;
  });
  if (current !== material_id) await deleteMaterial(samplesUser, { material_id });
  return current;
}

function withLock<T>(samplesUser: UserContext, name: string, work: (locked: UserContext) => Promise<T>): Promise<T> {
  return inTransaction(samplesUser.db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db);
    return work({ ...samplesUser, db });
  });
}
