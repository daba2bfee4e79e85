import type { Selectable } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { AccountTable } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';

export const suspensionColumns = ['account.suspended_at', 'account.suspended_reason'] as const;

type Suspension = Pick<Selectable<AccountTable>, 'suspended_at' | 'suspended_reason'>;

/** @throws AppError `suspended`, with the reason if there is one for the owner */
export function assertNotSuspended({ suspended_at, suspended_reason }: Suspension): void {
  if (!suspended_at) return;
  if (!suspended_reason) throw new AppError('suspended');
  const message = `This account is suspended: ${suspended_reason} Contact us if you think that is a mistake.`;
  throw new AppError('suspended', { message });
}

/** @throws AppError `suspended` */
export async function assertMaySignIn(db: Db, accountId: string): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select(suspensionColumns)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  assertNotSuspended(account);
}
