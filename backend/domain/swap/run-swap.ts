import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Engine, Source } from '#engine';
import { EngineError } from '#engine/errors';
import { inTransaction } from '../../db/connect';
import type { Deps } from '../context';
import { photoLimits, refusalOf } from '../engine-refusal';
import { finishTask } from '../task/finish';
import { progressReporter, startTask } from '../task/run-task';
import { endSwapWithoutResult } from './end-swap';

const posterWidth = 640;

interface Work extends Deps {
  engine: Engine;
  signal: AbortSignal;
}

const extensionOf = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', bmp: 'bmp', heic: 'heic' } as const;

/** Lends several stored files as local paths at once. */
function withLocalFiles<T>(
  storage: Deps['storage'],
  keys: string[],
  work: (paths: string[]) => Promise<T>,
  paths: string[] = [],
): Promise<T> {
  const [key, ...rest] = keys;
  if (key === undefined) return work(paths);
  return storage.withLocalFile(key, (path) => withLocalFiles(storage, rest, work, [...paths, path]));
}

/** The sources for each person: several faces bound to one are photos of one identity. */
async function prepareSources({ db, storage, engine, signal }: Work, bindings: Record<string, string[]>) {
  const faces = await db
    .selectFrom('face')
    .select(['id', 'file_key'])
    .where('id', 'in', [...new Set(Object.values(bindings).flat())])
    .execute();
  const keyOf = new Map(faces.map((face) => [face.id, face.file_key]));
  const sources: Record<string, Source> = {};
  for (const [person, ids] of Object.entries(bindings)) {
    const keys = ids.flatMap((id) => keyOf.get(id) ?? []);
    if (keys.length === 0) throw new EngineError('no_face', 'The face has been deleted.');
    sources[person] = await withLocalFiles(storage, keys, (paths) =>
      engine.prepare(paths, { limits: photoLimits, signal }),
    );
  }
  return sources;
}

/** Makes the swap of a task and keeps its result, unless it was ended meanwhile. */
export async function runSwap(deps: Work, taskId: string): Promise<'done' | 'skipped' | 'refused'> {
  const task = await startTask(deps, taskId);
  if (!task) return 'skipped';
  const creation = await deps.db
    .selectFrom('creation')
    .innerJoin('material', 'material.id', 'creation.material_id')
    .select(['creation.id', 'creation.bindings', 'creation.label_visible', 'material.file_key'])
    .where('creation.task_id', '=', taskId)
    .executeTakeFirst();
  if (!creation) return 'skipped';

  const gone = new AbortController();
  const signal = AbortSignal.any([deps.signal, gone.signal]);
  const work = { ...deps, signal };
  const onProgress = progressReporter(deps, taskId, () => gone.abort());
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-'));
  const written: string[] = [];
  try {
    const bindings = await prepareSources(work, creation.bindings);
    const out = join(folder, 'result');
    const { format } = await deps.storage.withLocalFile(creation.file_key, (media) =>
      deps.engine.swap({
        media,
        bindings,
        out,
        label: { visible: creation.label_visible },
        limits: photoLimits,
        signal,
        onProgress,
      }),
    );
    const resultKey = `creations/${creation.id}/result.${extensionOf[format]}`;
    const posterKey = `creations/${creation.id}/poster.jpg`;
    written.push(resultKey, posterKey);
    await deps.storage.put(resultKey, createReadStream(out));
    const poster = await deps.engine.still(out, posterWidth, { signal });
    await deps.storage.put(posterKey, Readable.from([poster.jpeg]));

    const kept = await inTransaction(deps.db, async (trx) => {
      if (!(await finishTask(trx, taskId, { status: 'succeeded' }, deps.now()))) return false;
      await trx
        .updateTable('creation')
        .set({ result_key: resultKey, poster_key: posterKey })
        .where('id', '=', creation.id)
        .execute();
      return true;
    });
    if (!kept) await deps.storage.remove(...written);
    return kept ? 'done' : 'skipped';
  } catch (error) {
    await deps.storage.remove(...written);
    if (gone.signal.aborted) return 'skipped';
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await inTransaction(deps.db, (trx) =>
      endSwapWithoutResult(trx, taskId, { status: 'failed', ...refusal }, deps.now()),
    );
    return 'refused';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
