import type { SelectQueryBuilder } from 'kysely';
import type { Database } from '#backend/db/types';

export async function countRows<T extends keyof Database>(
  query: SelectQueryBuilder<Database, T, object>,
): Promise<number> {
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return n;
}
