import type { Parsed, SharedResult } from '#contract';
import type { AppContext } from '#backend/domain/context';
import { findShared } from './find-shared';

/** Shows neither the owner nor the original. */
export async function openShare(deps: AppContext, { token }: Parsed<'share_open'>): Promise<SharedResult> {
  const shared = await findShared(deps, token);
  return {
    kind: shared.kind,
    width: shared.width,
    height: shared.height,
    result_url: deps.storage.linkToShared(token, 'result'),
    poster_url: shared.poster_key && deps.storage.linkToShared(token, 'poster'),
    label: { visible: shared.label_visible, source_type: shared.source_type },
  };
}
