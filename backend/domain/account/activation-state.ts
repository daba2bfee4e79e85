import { timingSafeEqual } from 'node:crypto';
import type { Output } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { accountOfCode } from './mail-codes';
import { hashToken } from './tokens';

/** @throws AppError `not_found` if already confirmed */
export async function activationState(
  deps: Pick<AppContext, 'db' | 'now'>,
  { code, device }: { code: string; device?: string | undefined },
): Promise<Output<'email_activation_state'>> {
  const accountId = await accountOfCode(deps, code, 'activate');
  const { email, email_verified_at, sign_up_device } = await deps.db
    .selectFrom('account')
    .select(['email', 'email_verified_at', 'sign_up_device'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (email_verified_at) throw new AppError('not_found', { message: 'This e-mail address is already confirmed.' });
  const isSame = device && sign_up_device ? timingSafeEqual(hashToken(device), sign_up_device) : false;
  return { email, is_sign_up_device: isSame };
}
