import type { User } from '#contract';
import type { Signed } from '#backend/domain/context';
import { userInfo } from './user-info';

/** Changes how the user is called. */
export async function changeProfile(deps: Signed, { nickname }: { nickname: string }): Promise<User> {
  await deps.db.updateTable('account').set({ nickname }).where('id', '=', deps.accountId).execute();
  return userInfo(deps);
}
