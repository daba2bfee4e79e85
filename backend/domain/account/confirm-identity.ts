import type { SessionContext } from '#backend/domain/context';
import { assertOwnPassword } from './own-password';
import { assertRecentSignIn } from './tokens';

/**
 * Requires fresh proof that the caller owns the account: its password, or a sign-in of the last 10 minutes.
 * Throws `wrong_credentials` beside the field `password`, or `conflict`.
 */
export async function confirmIdentity(deps: SessionContext, password: string | undefined): Promise<void> {
  if (password) await assertOwnPassword(deps, password, 'password');
  else await assertRecentSignIn(deps);
}
