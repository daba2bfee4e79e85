import { cancelSwap } from '../../domain/swap/cancel-swap';
import { createSwap } from '../../domain/swap/create-swap';
import { deleteCreation } from '../../domain/swap/delete-creation';
import { listCreations } from '../../domain/swap/list-creations';
import { swapResult } from '../../domain/swap/swap-result';
import { tools } from '../../domain/tool/tools';
import type { Handlers } from '../mount';

export const swaps: Handlers<'swaps'> = {
  tool_lists: async () => ({ items: [...tools] }),
  faceswap_create: (deps, swap) => createSwap(deps, swap),
  faceswap_result: (deps, which) => swapResult(deps, which),
  faceswap_cancel: (deps, which) => cancelSwap(deps, which),
  my_creates: (deps, query) => listCreations(deps, query),
  del_order: async (deps, which) => {
    await deleteCreation(deps, which);
    return {};
  },
};
