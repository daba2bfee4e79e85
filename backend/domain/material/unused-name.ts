import { sql } from 'kysely';
import { rules } from '#contract';
import type { UserContext } from '#backend/domain/context';

/** `holiday.jpg`, then `holiday (2).jpg`. */
export async function unusedName({ db, accountId }: Pick<UserContext, 'db' | 'accountId'>, name: string) {
  const extension = rules.extensionOf(name);
  const base = extension ? name.slice(0, -extension.length - 1) : name;
  const numbered = (number: number) => `${base} (${number})${name.slice(base.length)}`;
  const rows = await db
    .selectFrom('material')
    .select('name')
    .distinct()
    .where('account_id', '=', accountId)
    .where('deletion_id', 'is', null)
    .where('status', '!=', 'uploading')
    .where(sql<boolean>`starts_with(name, ${base})`)
    .execute();
  const taken = new Set(rows.map((row) => row.name));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(numbered(number))) number++;
  return numbered(number);
}
