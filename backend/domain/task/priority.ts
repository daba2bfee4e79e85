import type { Db } from '#backend/db/connect';

const tier = { premium: 0, free: 10, expired: 10 } as const;

export async function jobPriority(db: Db, accountId: string): Promise<number> {
  const { user_status, open } = await db
    .selectFrom('account')
    .select((eb) => [
      'user_status',
      eb
        .selectFrom('task')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('task.account_id', '=', 'account.id')
        .where('task.status', 'in', ['queued', 'running'])
        .as('open'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return tier[user_status] + Math.min(open ?? 0, 9);
}
