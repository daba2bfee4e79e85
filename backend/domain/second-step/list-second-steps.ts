import type { Output } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import type { UserContext } from '#backend/domain/context';

export async function listSecondSteps({ db, accountId }: UserContext): Promise<Output<'my_second_steps'>> {
  const secret = await db
    .selectFrom('one_time_secret')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const codesLeft = await countRows(db.selectFrom('recovery_code').where('account_id', '=', accountId));
  return { codes_since: secret?.confirmed_at?.toISOString() ?? null, recovery_codes_left: codesLeft };
}
