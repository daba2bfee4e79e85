import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { rules, type Output, type Parsed } from '#contract';
import { portraitFile, portraitSize, sampleMedia, type SampleFaceName, type SampleName } from '#shared/sample-media';
import { inTransaction } from '#backend/db/connect';
import { openAccount } from '#backend/domain/account/register';
import { addDays, type AppContext, type UserContext } from '#backend/domain/context';
import { createDetection } from '#backend/domain/detection/create-detection';
import { markArrived } from '#backend/domain/material/arrived';
import { deleteMaterial } from '#backend/domain/material/delete-material';
import { materialDetail } from '#backend/domain/detection/material-detail';
import { openMaterial } from '#backend/domain/material/open-material';
import { previewSwap } from '#backend/domain/preview/preview-swap';
import type { Bindings } from '#backend/domain/swap/bindings';

/** Our own media and faces belong to an account of the house, which nobody can sign in to. */
export const samplesEmail = 'samples@faceswap.invalid';

/** A copy that is about to be swept away is replaced before it is. */
const leastDaysLeft = 1;

/** One of our own media, brought in the first time that somebody asks for it. */
export async function sampleDetail(
  deps: AppContext,
  { sample }: { sample: SampleName },
): Promise<Output<'faceswap_sample'>> {
  const house = await asSamplesAccount(deps);
  const material_id = await ensureMaterial(house, sample);
  return materialDetail(house, { material_id, tool_id: rules.defaultToolId });
}

/** A still of one of our own media with faces of our own. There are so few of them that each is made once a month. */
export async function previewSample(
  deps: AppContext,
  { sample, bind_face }: Parsed<'faceswap_sample_preview'>,
): Promise<Output<'faceswap_sample_preview'>> {
  const house = await asSamplesAccount(deps);
  const material_id = await ensureMaterial(house, sample);
  const bindings: Bindings = {};
  for (const [person, name] of Object.entries(bind_face)) bindings[person] = [await ensureFace(house, name)];
  return previewSwap(house, { material_id, bind_face: bindings });
}

async function asSamplesAccount(deps: AppContext): Promise<UserContext> {
  const find = () => deps.db.selectFrom('account').select('id').where('email', '=', samplesEmail).executeTakeFirst();
  const known = await find();
  if (known) return { ...deps, accountId: known.id };
  await inTransaction(deps.db, (trx) => openAccount(trx, { email: samplesEmail, passwordHash: null, credits: 0 }));
  return { ...deps, accountId: (await find())!.id };
}

async function ensureMaterial(house: UserContext, sample: SampleName): Promise<string> {
  return (await currentMaterial(house, sample)) ?? importSample(house, sample);
}

async function currentMaterial({ db, now, accountId }: UserContext, sample: SampleName): Promise<string | undefined> {
  const row = await db
    .selectFrom('material')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', sample)
    .where('status', 'in', ['probing', 'ready'])
    .where('expires_at', '>', addDays(now(), leastDaysLeft))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Takes the way of every upload: stored, looked at, and its persons found. Of several requests that store the same sample at
 * once, on whatever machine, the first that has stored it wins; no transaction is open while the files are written.
 */
async function importSample(house: UserContext, sample: SampleName): Promise<string> {
  const file = sampleMedia[sample];
  const format = file.split('.').at(-1)!;
  const kind = rules.kindOfType(format)!;
  const { id: material_id, fileKey } = await openMaterial(house, { kind, format, name: sample });
  const stored = await house.storage.put(fileKey, createReadStream(join(house.samplesFolder, file)));
  const current = await withLock(house, `sample ${sample}`, async (only) => {
    const earlier = await currentMaterial(only, sample);
    if (earlier) return earlier;
    await markArrived(only, { fileKey, ...stored });
    await createDetection(only, { material_id });
    return material_id;
  });
  if (current !== material_id) await deleteMaterial(house, { material_id });
  return current;
}

/** A face of ours is known to be one: it is kept as it is, under an id that its name always leads to. */
async function ensureFace(
  { db, storage, accountId, samplesFolder }: UserContext,
  name: SampleFaceName,
): Promise<string> {
  const id = uuidOf(`${accountId} ${name}`);
  const known = await db.selectFrom('face').select('id').where('id', '=', id).executeTakeFirst();
  if (known) return id;
  const key = `faces/${id}/photo.jpg`;
  await storage.put(key, createReadStream(join(samplesFolder, portraitFile(name))));
  await db
    .insertInto('face')
    .values({ id, account_id: accountId, file_key: key, thumb_key: key, ...portraitSize })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

/** A UUID of one's own making (version 8), the same for the same name. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Does what must not be done twice at once, on whatever machine, and needs the database alone. */
function withLock<T>(house: UserContext, what: string, work: (only: UserContext) => Promise<T>): Promise<T> {
  return inTransaction(house.db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext(${what}))`.execute(db);
    return work({ ...house, db });
  });
}
