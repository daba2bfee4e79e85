import { cancelSwap } from '#backend/domain/swap/cancel-swap';
import { createSwap } from '#backend/domain/swap/create-swap';
import { deleteCreation } from '#backend/domain/swap/delete-creation';
import { listCreations } from '#backend/domain/swap/list-creations';
import { notifyByMail } from '#backend/domain/swap/notify-by-mail';
import { swapResult } from '#backend/domain/swap/swap-result';
import { withQualities } from '#backend/domain/quality/qualities';
import { tools } from '#backend/domain/tool/tools';
import type { Handlers } from '#backend/http/mount';

export const swaps: Handlers<'swaps'> = {
  tool_lists: async (deps) => ({ items: await Promise.all(tools.map((tool) => withQualities(deps, tool))) }),
  faceswap_create: (deps, swap) => createSwap(deps, swap),
  faceswap_result: (deps, which) => swapResult(deps, which),
  faceswap_notify: (deps, wish) => notifyByMail(deps, wish),
  faceswap_cancel: (deps, which) => cancelSwap(deps, which),
  my_creates: (deps, query) => listCreations(deps, query),
  del_order: async (deps, which) => {
    await deleteCreation(deps, which);
    return {};
  },
};
