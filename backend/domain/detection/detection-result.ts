import type { Output, Parsed } from '#contract';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { newestDetection } from './newest-detection';
import { presentDetection } from './present';

export async function detectionResult(
  deps: UserContext,
  { material_id, task_id }: Parsed<'upload_detect_result'>,
): Promise<Output<'upload_detect_result'>> {
  const task = await newestDetection(deps, material_id, task_id);
  return presentDetection(deps, orThrowNotFound(task ?? undefined));
}
