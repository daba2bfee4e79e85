import type { User } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { userInfo } from './user-info';

export async function changeProfile(deps: UserContext, { nickname }: { nickname: string }): Promise<User> {
  await deps.db.updateTable('account').set({ nickname }).where('id', '=', deps.accountId).execute();
  return userInfo(deps);
}
