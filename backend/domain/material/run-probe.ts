import type { Engine } from '#engine';
import type { Deps } from '#backend/domain/context';
import { finishTask } from '#backend/domain/task/finish';
import { startMaterialTask } from '#backend/domain/task/run-task';
import { probeMaterial } from './probe';
import { refusalStored } from './refusal';

interface Work extends Deps {
  engine: Engine;
  signal: AbortSignal;
}

/** The job that a material's arrival starts. A detection that was quicker has looked at it already. */
export async function runProbe(deps: Work, taskId: string): Promise<'done' | 'skipped' | 'refused'> {
  const started = await startMaterialTask(deps, taskId);
  if (!started) return 'skipped';
  const { material } = started;
  const refusal = material.status === 'probing' ? await probeMaterial(deps, material) : refusalStored(material);
  const outcome = refusal ? ({ status: 'failed', ...refusal } as const) : ({ status: 'succeeded' } as const);
  await finishTask(deps, taskId, outcome);
  return refusal ? 'refused' : 'done';
}
