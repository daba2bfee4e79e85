import { addDays, type AppContext } from '#backend/domain/context';

const keptDays = 365;
const batch = 200;

/** Pictures expire like uploads, unless a review is open; decisions after a year. Returns the pictures' keys. */
export async function sweepModeration({ db, now, policy }: AppContext): Promise<string[]> {
  await db.deleteFrom('moderation').where('created_at', '<', addDays(now(), -keptDays)).execute();
  const expired = await db
    .selectFrom('moderation')
    .select(['id', 'evidence_key'])
    .where('evidence_key', 'is not', null)
    .where('created_at', '<', addDays(now(), -policy.retentionDays))
    .where((eb) => eb.or([eb('appealed_at', 'is', null), eb('verdict', 'is not', null)]))
    .limit(batch)
    .execute();
  if (expired.length === 0) return [];
  const ids = expired.map(({ id }) => id);
  await db.updateTable('moderation').set({ evidence_key: null }).where('id', 'in', ids).execute();
  return expired.flatMap(({ evidence_key }) => evidence_key ?? []);
}
