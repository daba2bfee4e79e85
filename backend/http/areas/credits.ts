import { listEntries } from '#backend/domain/credits/list-entries';
import type { Handlers } from '#backend/http/mount';

export const credits: Handlers<'credits'> = {
  my_credit_lists: (deps, paging) => listEntries(deps, paging),
};
