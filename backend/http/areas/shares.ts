import { createShare } from '#backend/domain/share/create-share';
import { listShares } from '#backend/domain/share/list-shares';
import { openShare } from '#backend/domain/share/open-share';
import { revokeShare } from '#backend/domain/share/revoke-share';
import type { Handlers } from '#backend/http/mount';

export const shares: Handlers<'shares'> = {
  share_create: (deps, which) => createShare(deps, which),
  share_lists: (deps, which) => listShares(deps, which),
  share_revoke: async (deps, which) => {
    await revokeShare(deps, which);
    return {};
  },
  share_open: (deps, which) => openShare(deps, which),
};
