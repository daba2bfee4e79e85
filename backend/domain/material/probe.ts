import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { isShortToModerate, mediaKinds, type MediaFacts } from '#engine';
import { rules } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { WorkerContext } from '#backend/domain/context';
import { mediaLimits, refusalOf, type EngineRefusal } from '#backend/domain/engine-refusal';
import { blockedFile } from './blocked-file';
import { removeFiles } from '#backend/domain/remove-files';
import { jobPriority } from '#backend/domain/task/priority';
import { blockedCopy, storedFingerprints } from './fingerprints';
import { filesOf, type DerivedFiles } from './files';
import { refuseUnlessPhoto } from './photos-first';
import type { MaterialRow } from './present';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';
import { checkMedia } from '#backend/domain/moderation/check-media';
import { checkedUpload } from './moderation';
import { storedRefusal, rejectMaterial } from './refusal';

const thumbWidth = 512;
const photoWidth = 4000;

/** Idempotent. A video that browsers cannot play gets another job. */
export async function probeMaterial(deps: WorkerContext, material: MaterialRow): Promise<EngineRefusal | null> {
  const blocked = await blockedFile(deps, material.sha256);
  if (blocked) return reject(deps, material, blocked);
  try {
    const found = await withinBudget(budgetFor(deps, 'probe', material), deps.signal, (signal) =>
      inspect({ ...deps, signal }, material),
    );
    if (found.refusal) return reject(deps, material, found.refusal);
    const { facts, fingerprints, ...files } = found;
    const isKept = await markReady(deps, material, { ...facts, fingerprints }, files);
    if (!isKept) await removeOrphans(deps, material, files);
    return null;
  } catch (error) {
    const refusal = refusalOf(error, material.kind);
    if (!refusal) throw error;
    return reject(deps, material, refusal);
  }
}

/** Of two probes the first counts: a rejected file is gone and seems damaged. */
async function reject(deps: WorkerContext, { id, file_key }: MaterialRow, refusal: EngineRefusal) {
  const { db } = deps;
  await rejectMaterial(db, id, refusal);
  const material = await db.selectFrom('material').selectAll().where('id', '=', id).executeTakeFirst();
  if (material?.status === 'ready') return null;
  await removeFiles(deps, [file_key]);
  return (material && storedRefusal(material)) ?? refusal;
}

function inspect(deps: WorkerContext, material: MaterialRow) {
  const { db, engine, storage, signal } = deps;
  const { id, file_key, format } = material;
  const folder = `materials/${id}`;
  const options = { kinds: mediaKinds, limits: mediaLimits, signal };
  const store = async (name: string, jpeg: Buffer) => {
    await storage.put(`${folder}/${name}`, Readable.from([jpeg]));
    return `${folder}/${name}`;
  };
  return storage.withLocalFile(file_key, async (path) => {
    const facts = await engine.inspect(path, options);
    const refusal =
      (await refuseUnlessPhoto(db, material, facts.kind)) ??
      (await checkMedia(deps, path, checkedUpload(material), {
        ...options,
        cuts: isShortToModerate(facts),
        durationMs: facts.durationMs,
      }));
    if (refusal) return { refusal };
    const thumb = (await engine.still(path, thumbWidth, options)).jpeg;
    const ofThumb = await storedFingerprints(thumb);
    const blocked = await blockedCopy(db, ofThumb);
    if (blocked) return { refusal: blocked };
    if (facts.kind === 'photo') {
      const thumb_key = await store('thumb.jpg', thumb);
      const playable_key = facts.playsInBrowsers
        ? file_key
        : await store('playable.jpg', (await engine.still(path, photoWidth, options)).jpeg);
      return { facts, fingerprints: ofThumb, thumb_key, filmstrip_key: null, playable_key };
    }
    const { durationMs } = facts;
    const { jpeg } = await engine.filmstrip(path, {
      ...{ limits: mediaLimits, signal, durationMs },
      frames: rules.filmstripFrames,
    });
    const fingerprints = [...new Set([...ofThumb, ...(await storedFingerprints(jpeg, rules.filmstripFrames))])];
    const blockedFrame = await blockedCopy(db, fingerprints);
    if (blockedFrame) return { refusal: blockedFrame };
    const thumb_key = await store('thumb.jpg', thumb);
    const filmstrip_key = await store('filmstrip.jpg', jpeg);
    return {
      facts,
      fingerprints,
      thumb_key,
      filmstrip_key,
      playable_key: playsAsNamed(facts, format) ? file_key : null,
    };
  });
}

/** Files are served with the type of their extension. */
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

function markReady(
  deps: WorkerContext,
  { id, account_id }: MaterialRow,
  facts: MediaFacts & { fingerprints: string[] },
  files: DerivedFiles,
): Promise<boolean> {
  const { kind, format: container, width, height, durationMs = null, fps = null, hasAudio, fingerprints } = facts;
  return inTransaction(deps.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('material')
      .set({
        status: 'ready',
        kind,
        container,
        width,
        height,
        duration_ms: durationMs,
        fps,
        has_audio: hasAudio,
        fingerprints,
      })
      .set(files)
      .where('id', '=', id)
      .where('status', '=', 'probing')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (files.playable_key) return true;
    const task_id = uuidv7();
    const priority = await jobPriority(trx, account_id);
    await trx.insertInto('task').values({ id: task_id, account_id, kind: 'playable', material_id: id }).execute();
    await deps.jobs.add(trx, 'make_playable', { task_id }, { priority });
    return true;
  });
}

async function removeOrphans({ db, storage }: WorkerContext, { id }: MaterialRow, files: DerivedFiles): Promise<void> {
  const material = await db.selectFrom('material').select('id').where('id', '=', id).executeTakeFirst();
  if (!material) await storage.remove(...filesOf(files));
}
