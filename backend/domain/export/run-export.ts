import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MESH_QUALITY, type ExportFormat, type OnProgress } from '#engine';
import { EngineError } from '#engine/errors';
import { uuidv7 } from 'uuidv7';
import { inTransaction } from '#backend/db/connect';
import type { WantedExport } from '#backend/db/types';
import type { WorkerContext } from '#backend/domain/context';
import { signFile } from '#backend/domain/credentials/sign-file';
import { mediaLimits, refusalOf } from '#backend/domain/engine-refusal';
import { engineTrim } from '#backend/domain/material/part';
import { finishTask } from '#backend/domain/task/finish';
import { progressReporter, startTask } from '#backend/domain/task/run-task';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';

const engineFormats: Record<Exclude<WantedExport['format'], 'before_after'>, ExportFormat> = {
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  mp4: 'mp4',
};

type Row = NonNullable<Awaited<ReturnType<typeof exportOf>>>;

export async function runExport(deps: WorkerContext, taskId: string): Promise<'done' | 'skipped' | 'refused'> {
  const task = await startTask(deps, taskId);
  if (!task) return 'skipped';
  const row = await exportOf(deps, taskId);
  if (!row?.result_key) return 'skipped';
  const ended = new AbortController();
  const work = { ...deps, signal: AbortSignal.any([deps.signal, ended.signal]) };
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-'));
  const out = join(folder, 'export');
  const { format } = row.wanted;
  const file_key = `creations/${row.creation_id}/${uuidv7()}.${format === 'before_after' ? 'jpg' : format}`;
  try {
    await writeExport(
      work,
      row,
      out,
      progressReporter(deps, taskId, () => ended.abort()),
    );
    const { size } = await deps.storage.put(file_key, createReadStream(out));
    if (await keepFile(deps, taskId, row.id, { file_key, size })) return 'done';
    await deps.storage.remove(file_key);
    return 'skipped';
  } catch (error) {
    if (ended.signal.aborted) return 'skipped';
    const refusal = refusalOf(error, row.kind);
    if (!refusal) throw error;
    await finishTask(deps, taskId, { status: 'failed', ...refusal });
    return 'refused';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function exportOf({ db }: WorkerContext, taskId: string) {
  return db
    .selectFrom('creation_export')
    .innerJoin('creation', 'creation.id', 'creation_export.creation_id')
    .innerJoin('task as swap', 'swap.id', 'creation.task_id')
    .leftJoin('material', 'material.id', 'creation.material_id')
    .select(['creation_export.id', 'creation_export.creation_id', 'creation_export.wanted'])
    .select(['creation.kind', 'creation.result_key', 'creation.label_visible', 'creation.quality'])
    .select(['swap.trim_start_ms', 'swap.trim_end_ms'])
    .select(['material.file_key as original_key', 'material.duration_ms', 'material.size'])
    .where('creation_export.task_id', '=', taskId)
    .executeTakeFirst();
}

async function writeExport(deps: WorkerContext, row: Row, out: string, onProgress: OnProgress): Promise<void> {
  const { engine, storage } = deps;
  const { wanted, result_key, original_key, label_visible } = row;
  const options = { limits: mediaLimits, onProgress };
  const budgetMs = budgetFor(deps, 'playable', row, row);
  await storage.withLocalFile(result_key!, (media) =>
    withinBudget(budgetMs, deps.signal, async (signal) => {
      const { format, short_side, sound, at_ms } = wanted;
      if (format !== 'before_after') {
        const shortSide = short_side ?? undefined;
        const request = { media, out, format: engineFormats[format], shortSide, sound, fromMs: at_ms };
        await engine.export({ ...request, ...options, signal });
        await sign(deps, row, out, media);
        return;
      }
      if (!original_key) throw new EngineError('damaged_media', 'The original has been deleted.');
      const { jpeg } = await storage.withLocalFile(original_key, (original) =>
        engine.compare({
          original,
          result: media,
          part: engineTrim(row),
          atMs: at_ms,
          isLabelled: label_visible,
          ...options,
          signal,
        }),
      );
      await writeFile(out, jpeg);
      await sign(deps, row, out, media);
    }),
  );
}

function sign({ contentSigner }: WorkerContext, { wanted, quality }: Row, file: string, result: string): Promise<void> {
  const change =
    wanted.format === 'before_after'
      ? { format: 'jpeg', description: 'The picture was placed beside its original.' }
      : { format: engineFormats[wanted.format], description: 'The file was converted.' };
  return signFile(contentSigner, { file, original: result, ...change, isTrained: quality !== MESH_QUALITY });
}

function keepFile(
  deps: WorkerContext,
  taskId: string,
  exportId: string,
  file: { file_key: string; size: number },
): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    if (!(await finishTask({ ...deps, db }, taskId, { status: 'succeeded' }))) return false;
    const { numUpdatedRows } = await db
      .updateTable('creation_export')
      .set(file)
      .where('id', '=', exportId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
