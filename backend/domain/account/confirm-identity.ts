import type { SessionContext } from '#backend/domain/context';
import { assertOwnPassword } from './own-password';
import { assertRecentSignIn } from './tokens';

/**
 * A sign-in within the last 10 minutes replaces the password.
 * @throws AppError `wrong_credentials` for the field `password`, or `conflict`
 */
export async function confirmIdentity(deps: SessionContext, password: string | undefined): Promise<void> {
  if (password) await assertOwnPassword(deps, password, 'password');
  else await assertRecentSignIn(deps);
}
