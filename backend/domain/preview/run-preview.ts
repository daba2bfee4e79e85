import { Readable } from 'node:stream';
import { mediaKinds } from '#engine';
import type { WorkerContext } from '#backend/domain/context';
import { mediaLimits, refusalOf } from '#backend/domain/engine-refusal';
import { engineTrim } from '#backend/domain/material/part';
import { checkMedia } from '#backend/domain/moderation/check-media';
import { prepareSources } from '#backend/domain/swap/sources';
import { finishTask } from '#backend/domain/task/finish';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';
import { progressReporter, startTask } from '#backend/domain/task/run-task';

const previewWidth = 960;

export async function runPreview(deps: WorkerContext, taskId: string): Promise<'done' | 'skipped' | 'refused'> {
  const task = await startTask(deps, taskId);
  if (!task?.material_id) return 'skipped';
  const material = await deps.db
    .selectFrom('material')
    .select(['id', 'account_id', 'kind', 'name', 'file_key', 'duration_ms', 'size', 'sha256'])
    .where('id', '=', task.material_id)
    .executeTakeFirst();
  if (!material) return 'skipped';

  const ended = new AbortController();
  const work = { ...deps, signal: AbortSignal.any([deps.signal, ended.signal]) };
  const preview_key = `materials/${material.id}/preview-${taskId}.jpg`;
  try {
    const onProgress = progressReporter(deps, taskId, () => ended.abort());
    const bindings = await prepareSources(work, { ...task, bindings: task.bindings ?? {} });
    const options = { ...engineTrim(task), kinds: mediaKinds, limits: mediaLimits, onProgress };
    const { jpeg, original } = await deps.storage.withLocalFile(material.file_key, (media) =>
      withinBudget(budgetFor(deps, 'detection', material, task), work.signal, (signal) =>
        deps.engine.preview({ media, bindings, width: previewWidth, ...options, signal }),
      ),
    );
    const { account_id, name, sha256 } = material;
    const checked = { account_id, subject: 'preview', subject_id: taskId, name, sha256 } as const;
    for (const picture of original ? [jpeg, original] : [jpeg]) {
      const refusal = await checkMedia(deps, picture, checked, { signal: work.signal });
      if (!refusal) continue;
      await finishTask(deps, taskId, { status: 'refused', ...refusal });
      return 'refused';
    }
    await deps.storage.put(preview_key, Readable.from([jpeg]));
    const preview_before_key = original ? preview_key.replace(/\.jpg$/, '-before.jpg') : null;
    if (original && preview_before_key) await deps.storage.put(preview_before_key, Readable.from([original]));
    if (await finishTask(deps, taskId, { status: 'succeeded', preview_key, preview_before_key })) return 'done';
    await deps.storage.remove(preview_key, ...(preview_before_key ? [preview_before_key] : []));
    return 'skipped';
  } catch (error) {
    if (ended.signal.aborted) return 'skipped';
    const refusal = refusalOf(error, material.kind);
    if (!refusal) throw error;
    if (refusal.error === 'unavailable')
      deps.log.error({ err: error, taskId, quality: task.quality }, 'quality_unavailable');
    await finishTask(deps, taskId, { status: 'failed', ...refusal });
    return 'refused';
  }
}
