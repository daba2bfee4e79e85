import { listEntries } from '../../domain/credits/list-entries';
import type { Handlers } from '../mount';

export const credits: Handlers<'credits'> = {
  my_credit_lists: (deps, paging) => listEntries(deps, paging),
};
