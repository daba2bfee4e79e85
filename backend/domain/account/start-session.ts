import type { Session } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { issueToken } from './tokens';
import { userInfo } from '#backend/domain/profile/user-info';

export type SignInMethod = 'password' | 'google' | 'password and code' | 'google and code' | 'passkey' | 'activation';

export async function startSession(deps: UserContext, method: SignInMethod): Promise<Session> {
  const { audit, accountId, clientAddress } = deps;
  const { token, expiresAt } = await issueToken(deps, accountId);
  await audit.record({ event: 'signed_in', accountId, clientAddress, detail: method }, deps.db);
  return { token, expires_at: expiresAt.toISOString(), user: await userInfo(deps) };
}
