import { sql, type Transaction } from 'kysely';
import type { Output, Parsed } from '#contract';
import type { Database } from '#backend/db/types';
import type { IdempotentContext, UserContext } from '#backend/domain/context';
import { receivePhoto } from './receive-photo';

export async function addFace(
  deps: UserContext & IdempotentContext,
  { photo, name }: Pick<Parsed<'upload_face'>, 'photo' | 'name'>,
): Promise<Output<'upload_face'>> {
  const faceOf = async (trx: Transaction<Database>, id: string) => {
    const owner = { account_id: deps.accountId };
    await trx
      .insertInto('face')
      .values({ id, ...owner, name: name || (await nextName(trx, deps.accountId)) })
      .execute();
    return id;
  };
  return receivePhoto(deps, { photo, faceId: null, faceOf });
}

async function nextName(trx: Transaction<Database>, accountId: string): Promise<string> {
  const { last } = await trx
    .selectFrom('face')
    .select(sql<number | null>`max(substring(name from '^Face ([0-9]{1,6})$')::integer)`.as('last'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return `Face ${(last ?? 0) + 1}`;
}
