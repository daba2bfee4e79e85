import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MESH_QUALITY, mediaKinds, type OnProgress } from '#engine';
import { uuidv7 } from 'uuidv7';
import { inTransaction } from '#backend/db/connect';
import type { WorkerContext } from '#backend/domain/context';
import { signFile } from '#backend/domain/credentials/sign-file';
import { limitsOf, refusalOf, type EngineRefusal } from '#backend/domain/engine-refusal';
import { storedFingerprints } from '#backend/domain/material/fingerprints';
import { engineTrim, type Part } from '#backend/domain/material/part';
import { checkMedia } from '#backend/domain/moderation/check-media';
import { finishTask } from '#backend/domain/task/finish';
import { progressReporter, startTask } from '#backend/domain/task/run-task';
import { removeSharedSwap } from '#backend/domain/shared-swap/remove-shared-swap';
import { shareSwap } from '#backend/domain/shared-swap/share-swap';
import { withSharedTracks } from '#backend/domain/shared-swap/shared-tracks';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';
import { endSwapWithoutResult } from './end-swap';
import { prepareSources } from './sources';
import { removeWorkFolder, workFolderOf } from './work-folder';

const posterWidth = 640;
const kinds = mediaKinds;

const extensionOf = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  bmp: 'bmp',
  heic: 'heic',
  avif: 'avif',
  mp4: 'mp4',
} as const;

interface Creation extends Part {
  id: string;
  account_id: string;
  name: string;
  sha256: string | null;
  kind: 'photo' | 'gif' | 'video';
  bindings: Record<string, string[]>;
  label_visible: boolean;
  quality: string;
  file_key: string;
  duration_ms: number | null;
  size: number | null;
}

/** Unique per run: of two runs, the loser removes its own files. */
function outputKeys(creation: Creation, format: keyof typeof extensionOf) {
  const prefix = `creations/${creation.id}/${uuidv7()}`;
  return { result_key: `${prefix}.${extensionOf[format]}`, poster_key: `${prefix}-poster.jpg` };
}

type Output = ReturnType<typeof outputKeys> & { result_sha256: string; fingerprints: string[] };

async function makeSwap(
  deps: WorkerContext,
  taskId: string,
  creation: Creation,
  onProgress: OnProgress,
): Promise<Output | EngineRefusal> {
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-'));
  const out = join(folder, 'result');
  const { engine, storage, signal } = deps;
  try {
    const bindings = await prepareSources(deps, creation);
    const label = { visible: creation.label_visible };
    const swapped = await storage.withLocalFile(creation.file_key, async (media) => {
      const made = await withSharedTracks(deps, taskId, (tracks) =>
        withinBudget(budgetFor(deps, 'swap', creation, creation), deps.signal, (signal) =>
          engine.swap({
            media,
            bindings,
            out,
            label,
            work: workOf(deps, taskId, creation),
            ...engineTrim(creation),
            ...(tracks && { tracks }),
            kinds,
            limits: limitsOf(creation),
            signal,
            onProgress,
          }),
        ),
      );
      const refusal = await checkResult(deps, out, creation);
      if (refusal) return refusal;
      const isTrained = creation.quality !== MESH_QUALITY;
      const change = { description: 'Faces were replaced.', isTrained };
      await signFile(deps.contentSigner, { file: out, format: made.format, original: media, ...change });
      return made;
    });
    if ('error' in swapped) return swapped;
    const output = outputKeys(creation, swapped.format);
    try {
      const { sha256: result_sha256 } = await storage.put(output.result_key, createReadStream(out));
      const poster = await engine.still(out, posterWidth, { kinds, signal });
      await storage.put(output.poster_key, Readable.from([poster.jpeg]));
      return { ...output, result_sha256, fingerprints: await storedFingerprints(poster.jpeg) };
    } catch (error) {
      await storage.remove(output.result_key, output.poster_key);
      throw error;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const workOf = (deps: WorkerContext, taskId: string, { account_id, quality }: Creation) => ({
  folder: workFolderOf(taskId),
  sharing: shareSwap(deps, { taskId, accountId: account_id, quality }),
  ...(deps.segmentMs && { segmentMs: deps.segmentMs }),
});

/** Every scene. An upload and faces that may be shown can still make a result that may not. */
function checkResult(deps: WorkerContext, out: string, creation: Creation): Promise<EngineRefusal | null> {
  const { id, account_id, name, sha256 } = creation;
  const checked = { account_id, subject: 'result', subject_id: id, name, sha256 } as const;
  return withinBudget(budgetFor(deps, 'detection', creation, creation), deps.signal, (signal) =>
    checkMedia(deps, out, checked, { cuts: true, signal }),
  );
}

/** If the task has ended, removes this run's files. After a failed commit they stay: it may have happened. */
async function keepResult(deps: WorkerContext, taskId: string, creation: Creation, output: Output): Promise<boolean> {
  const kept = await inTransaction(deps.db, async (trx) => {
    if (!(await finishTask({ ...deps, db: trx }, taskId, { status: 'succeeded' }))) return false;
    await trx.updateTable('creation').set(output).where('id', '=', creation.id).execute();
    return true;
  });
  if (!kept) await deps.storage.remove(output.result_key, output.poster_key);
  return kept;
}

type Outcome = 'done' | 'skipped' | 'refused';

/** The work folder survives errors and killed workers: the next attempt resumes a video. */
export async function runSwap(deps: WorkerContext, taskId: string): Promise<Outcome> {
  const outcome = await attemptSwap(deps, taskId);
  await removeWorkFolder(taskId);
  await removeSharedSwap(deps, taskId);
  return outcome;
}

async function attemptSwap(deps: WorkerContext, taskId: string): Promise<Outcome> {
  const task = await startTask(deps, taskId);
  if (!task) return 'skipped';
  const creation = await deps.db
    .selectFrom('creation')
    .innerJoin('material', 'material.id', 'creation.material_id')
    .innerJoin('task', 'task.id', 'creation.task_id')
    .select([
      'creation.id',
      'creation.account_id',
      'creation.kind',
      'creation.bindings',
      'creation.name',
      'creation.label_visible',
      'creation.quality',
      'material.file_key',
      'material.sha256',
    ])
    .select(['task.trim_start_ms', 'task.trim_end_ms', 'material.duration_ms', 'material.size'])
    .where('creation.task_id', '=', taskId)
    .executeTakeFirst();
  if (!creation) return 'skipped';

  const ended = new AbortController();
  const work = { ...deps, signal: AbortSignal.any([deps.signal, ended.signal]) };
  try {
    const onProgress = progressReporter(deps, taskId, () => ended.abort());
    const output = await makeSwap(work, taskId, creation, onProgress);
    if ('error' in output) {
      await endSwapWithoutResult(deps, taskId, { status: 'refused', ...output });
      return 'refused';
    }
    return (await keepResult(deps, taskId, creation, output)) ? 'done' : 'skipped';
  } catch (error) {
    if (ended.signal.aborted) return 'skipped';
    const refusal = refusalOf(error, creation.kind);
    if (!refusal) throw error;
    if (refusal.error === 'unavailable')
      deps.log.error({ err: error, taskId, quality: creation.quality }, 'quality_unavailable');
    await endSwapWithoutResult(deps, taskId, { status: 'failed', ...refusal });
    return 'refused';
  }
}
