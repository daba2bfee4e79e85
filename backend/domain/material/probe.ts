import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { mediaKinds, type MediaFacts } from '#engine';
import { inTransaction } from '#backend/db/connect';
import type { WorkerContext } from '#backend/domain/context';
import { mediaLimits, refusalOf, type EngineRefusal } from '#backend/domain/engine-refusal';
import { blockedFile } from './blocked-file';
import { jobPriority } from '#backend/domain/task/priority';
import { filesOf, type DerivedFiles } from './files';
import { refuseUnlessPhoto } from './photos-first';
import type { MaterialRow } from './present';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';
import { storedRefusal, rejectMaterial } from './refusal';

const thumbWidth = 512;
/** Nothing a photo may measure is wider. */
const photoWidth = 4000;

/**
 * Looks at a material that has arrived: what it is, a thumbnail, a filmstrip. It is ready then, or rejected for the
 * reason returned. A video that browsers don't play is left to a job of its own. Done twice, it changes nothing.
 */
export async function probeMaterial(deps: WorkerContext, material: MaterialRow): Promise<EngineRefusal | null> {
  const blocked = await blockedFile(deps, material.sha256);
  if (blocked) return reject(deps, material, blocked);
  try {
    const found = await withinBudget(budgetFor(deps, 'probe', material), deps.signal, (signal) =>
      look({ ...deps, signal }, material),
    );
    if (found.refusal) return reject(deps, material, found.refusal);
    const { facts, ...place } = found;
    const isKept = await keep(deps, material, facts, place);
    if (!isKept) await removeOrphans(deps, material, place);
    return null;
  } catch (error) {
    const refusal = refusalOf(error, material.kind);
    if (!refusal) throw error;
    return reject(deps, material, refusal);
  }
}

/**
 * Another worker may have looked at the same file meanwhile, and the first word counts: a file that was refused is gone, so
 * to the second it seems damaged.
 */
async function reject({ db, storage }: WorkerContext, { id, file_key }: MaterialRow, refusal: EngineRefusal) {
  await rejectMaterial(db, id, refusal);
  const material = await db.selectFrom('material').selectAll().where('id', '=', id).executeTakeFirst();
  if (material?.status === 'ready') return null;
  await storage.remove(file_key);
  return (material && storedRefusal(material)) ?? refusal;
}

/** Reads the file and stores the pictures made of it, unless its account may not have what it is. */
function look({ db, engine, storage, signal }: WorkerContext, material: MaterialRow) {
  const { id, file_key, format } = material;
  const folder = `materials/${id}`;
  const options = { kinds: mediaKinds, limits: mediaLimits, signal };
  const store = async (name: string, jpeg: Buffer) => {
    await storage.put(`${folder}/${name}`, Readable.from([jpeg]));
    return `${folder}/${name}`;
  };
  return storage.withLocalFile(file_key, async (path) => {
    const facts = await engine.inspect(path, options);
    const refusal = await refuseUnlessPhoto(db, material, facts.kind);
    if (refusal) return { refusal };
    const thumb_key = await store('thumb.jpg', (await engine.still(path, thumbWidth, options)).jpeg);
    if (facts.kind === 'photo') {
      const playable_key = facts.playsInBrowsers
        ? file_key
        : await store('playable.jpg', (await engine.still(path, photoWidth, options)).jpeg);
      return { facts, thumb_key, filmstrip_key: null, playable_key };
    }
    const { durationMs } = facts;
    const { jpeg } = await engine.filmstrip(path, { limits: mediaLimits, signal, durationMs });
    const filmstrip_key = await store('filmstrip.jpg', jpeg);
    return { facts, thumb_key, filmstrip_key, playable_key: playsAsNamed(facts, format) ? file_key : null };
  });
}

/** A file is served as what its name says, so browsers have to agree with that, too. */
function playsAsNamed({ kind, format, playsInBrowsers }: MediaFacts, named: string): boolean {
  if (kind !== 'video') return playsInBrowsers;
  const served: Record<string, MediaFacts['format']> = {
    mp4: 'mp4',
    m4v: 'mp4',
    mov: 'mp4',
    '3gp': 'mp4',
    webm: 'mkv',
  };
  return playsInBrowsers && served[named] === format;
}

/** The material is ready, and what is left to do is written down with it. False when it was gone or ready before. */
function keep(
  deps: WorkerContext,
  { id, account_id }: MaterialRow,
  facts: MediaFacts,
  place: DerivedFiles,
): Promise<boolean> {
  const { kind, format: container, width, height, durationMs = null, fps = null, hasAudio } = facts;
  return inTransaction(deps.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('material')
      .set({ status: 'ready', kind, container, width, height, duration_ms: durationMs, fps, has_audio: hasAudio })
      .set(place)
      .where('id', '=', id)
      .where('status', '=', 'probing')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (place.playable_key) return true;
    const task_id = uuidv7();
    const priority = await jobPriority(trx, account_id);
    await trx.insertInto('task').values({ id: task_id, account_id, kind: 'playable', material_id: id }).execute();
    await deps.jobs.add(trx, 'make_playable', { task_id }, { priority });
    return true;
  });
}

/** What was made of a material that has been deleted meanwhile. */
async function removeOrphans({ db, storage }: WorkerContext, { id }: MaterialRow, place: DerivedFiles): Promise<void> {
  const material = await db.selectFrom('material').select('id').where('id', '=', id).executeTakeFirst();
  if (!material) await storage.remove(...filesOf(place));
}
