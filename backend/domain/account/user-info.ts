import type { User } from '#contract';
import { found } from '../app-error';
import type { Signed } from '../context';

/** The signed-in user with balance and counters, in one query. */
export async function userInfo({ db, accountId }: Pick<Signed, 'db' | 'accountId'>): Promise<User> {
  const row = await db
    .selectFrom('account')
    .innerJoin('wallet', 'wallet.account_id', 'account.id')
    .select((eb) => [
      'account.id',
      'account.email',
      'account.nickname',
      'account.avatar',
      'account.user_status',
      'account.email_verified_at',
      'wallet.balance',
      eb
        .selectFrom('material')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('material.account_id', '=', 'account.id')
        .where('material.status', '!=', 'uploading')
        .as('materials'),
      eb
        .selectFrom('creation')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('creation.account_id', '=', 'account.id')
        .as('creations'),
      eb
        .selectFrom('face')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('face.account_id', '=', 'account.id')
        .as('faces'),
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirst();
  const user = found(row);
  return {
    uid: user.id,
    email: user.email,
    nickname: user.nickname,
    avatar: user.avatar,
    user_status: user.user_status,
    credit_num: user.balance,
    counter_materials: user.materials ?? 0,
    counter_orders: user.creations ?? 0,
    counter_faces: user.faces ?? 0,
    email_verified: user.email_verified_at !== null,
    subscription: null,
  };
}
