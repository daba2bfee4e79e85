import type { Output } from '#contract';
import type { UserContext } from '#backend/domain/context';

export async function listSecondSteps({ db, accountId }: UserContext): Promise<Output<'my_second_steps'>> {
  const secret = await db
    .selectFrom('one_time_secret')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const { n } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { codes_since: secret?.confirmed_at?.toISOString() ?? null, recovery_codes_left: Number(n) };
}
