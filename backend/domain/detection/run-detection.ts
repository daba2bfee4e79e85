import { Readable } from 'node:stream';
import { mediaKinds, type Analysis, type OnProgress, type Person } from '#engine';
import { rules } from '#contract';
import type { StoredPerson } from '#backend/db/types';
import type { WorkerContext } from '#backend/domain/context';
import { limitsOf, refusalOf, type EngineRefusal } from '#backend/domain/engine-refusal';
import { engineTrim } from '#backend/domain/material/part';
import { checkScenes } from '#backend/domain/material/moderation';
import { probeMaterial } from '#backend/domain/material/probe';
import { storedRefusal } from '#backend/domain/material/refusal';
import type { MaterialRow } from '#backend/domain/material/present';
import { roundPose } from '#backend/domain/pose';
import { finishTask } from '#backend/domain/task/finish';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';
import type { TaskRow } from '#backend/domain/task/present';
import { progressReporter, startMaterialTask } from '#backend/domain/task/run-task';

export async function runDetection(deps: WorkerContext, taskId: string): Promise<'done' | 'skipped' | 'refused'> {
  const started = await startMaterialTask(deps, taskId);
  if (!started) return 'skipped';
  const { task, material } = started;

  const ended = new AbortController();
  const work = { ...deps, signal: AbortSignal.any([deps.signal, ended.signal]) };
  try {
    const refusal = material.status === 'probing' ? await probeMaterial(work, material) : storedRefusal(material);
    if (refusal) return await refuse(deps, taskId, refusal);
    const onProgress = progressReporter(deps, taskId, () => ended.abort());
    const analysis = await analyse(work, task, material, onProgress);
    if ('error' in analysis) return await refuse(deps, taskId, analysis);
    const { kind, persons } = analysis;
    if (persons.length === 0) return await refuse(deps, taskId, rules.refuseFaceless(kind));
    const stored = await storePersons(deps, task, persons);
    if (await finishTask(deps, taskId, { status: 'succeeded', persons: stored })) return 'done';
    await deps.storage.remove(...stored.map(({ thumb_key }) => thumb_key));
    return 'skipped';
  } catch (error) {
    if (ended.signal.aborted) return 'skipped';
    const refusal = refusalOf(error, material.kind);
    if (!refusal) throw error;
    return refuse(deps, taskId, refusal);
  }
}

function analyse(
  work: WorkerContext,
  task: TaskRow,
  material: MaterialRow,
  onProgress: OnProgress,
): Promise<Analysis | EngineRefusal> {
  const { engine, storage } = work;
  const options = { kinds: mediaKinds, limits: limitsOf(material), ...engineTrim(task), onProgress };
  return storage.withLocalFile(material.file_key, (path) =>
    withinBudget(budgetFor(work, 'detection', material, task), work.signal, async (signal) => {
      const refusal = await checkScenes(work, path, material, task, signal);
      return refusal ?? engine.analyse(path, { ...options, signal });
    }),
  );
}

async function refuse(deps: WorkerContext, taskId: string, refusal: EngineRefusal): Promise<'refused'> {
  await finishTask(deps, taskId, { status: 'failed', ...refusal });
  return 'refused';
}

function storePersons({ storage }: WorkerContext, task: TaskRow, persons: readonly Person[]): Promise<StoredPerson[]> {
  return Promise.all(
    persons.map(async ({ key, box, share, frontalScore, pose, thumbnail, ...seen }) => {
      const thumb_key = `materials/${task.material_id}/${task.id}-${key}.jpg`;
      await storage.put(thumb_key, Readable.from([thumbnail]));
      const times = {
        screen_time_ms: seen.screenTimeMs,
        first_seen_ms: seen.firstSeenMs,
        best_seen_ms: seen.bestSeenMs,
        sightings: seen.sightings.map(({ atMs, box: at }) => ({ at_ms: atMs, box: at })),
        spans: seen.spans.map(({ startMs, endMs }) => ({ start_ms: startMs, end_ms: endMs })),
      };
      return { key, thumb_key, box, share, frontal_score: frontalScore, pose: roundPose(pose), ...times };
    }),
  );
}
