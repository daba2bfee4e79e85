import type { SelectQueryBuilder } from 'kysely';
import type { Database } from '#backend/db/types';

export interface Paging {
  page: number;
  per_page: number;
}

export function offsetOf({ page, per_page }: Paging): number {
  return (page - 1) * per_page;
}

export async function total<T extends keyof Database>(query: SelectQueryBuilder<Database, T, object>): Promise<number> {
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return n;
}
