import type { Output, Parsed } from '#contract';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { findExport, presentExport } from './find-export';

/** Never starts one. */
export async function exportResult(
  deps: UserContext,
  request: Parsed<'faceswap_export_result'>,
): Promise<Output<'faceswap_export_result'>> {
  const { creation, wanted, made } = await findExport(deps, request);
  return presentExport(deps, creation, wanted, orThrowNotFound(made));
}
