import { EngineError } from '#engine/errors';
import { unusableFace, type SourceWarning } from '#engine/types';

/** @throws EngineError `unusable_face` */
export function refuseUnusable(warnings: readonly SourceWarning[]): void {
  const reason = warnings.find(({ code }) => code === unusableFace);
  if (reason) throw new EngineError('unusable_face', reason.message);
}
