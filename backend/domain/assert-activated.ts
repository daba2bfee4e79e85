import { AppError } from './app-error';
import type { UserContext } from './context';

/** @throws AppError `activation_required` */
export async function assertActivated({ db, accountId }: Pick<UserContext, 'db' | 'accountId'>): Promise<void> {
  const row = await db
    .selectFrom('account')
    .select('email_verified_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!row.email_verified_at) throw new AppError('activation_required');
}
