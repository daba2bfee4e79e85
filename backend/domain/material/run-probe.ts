import type { WorkerContext } from '#backend/domain/context';
import { finishTask } from '#backend/domain/task/finish';
import { startMaterialTask } from '#backend/domain/task/run-task';
import { probeMaterial } from './probe';
import { storedRefusal } from './refusal';

export async function runProbe(deps: WorkerContext, taskId: string): Promise<'done' | 'skipped' | 'refused'> {
  const started = await startMaterialTask(deps, taskId);
  if (!started) return 'skipped';
  const { material } = started;
  const refusal = material.status === 'probing' ? await probeMaterial(deps, material) : storedRefusal(material);
  const outcome = refusal ? ({ status: 'failed', ...refusal } as const) : ({ status: 'succeeded' } as const);
  await finishTask(deps, taskId, outcome);
  return refusal ? 'refused' : 'done';
}
