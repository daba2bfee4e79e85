import type { Output, Parsed } from '#contract';
import { found } from '#backend/domain/app-error';
import type { Signed } from '#backend/domain/context';
import { newestDetection } from './newest-detection';
import { presentDetection } from './present';

/** How a detection stands. */
export async function detectionResult(
  deps: Signed,
  { material_id, task_id }: Parsed<'upload_detect_result'>,
): Promise<Output<'upload_detect_result'>> {
  const task = await newestDetection(deps, material_id, task_id);
  return presentDetection(deps, found(task ?? undefined));
}
