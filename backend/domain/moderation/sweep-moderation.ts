import { addDays, type AppContext } from '#backend/domain/context';
import { sweepBatch, type Swept } from '#backend/domain/swept';

const keptDays = 365;

/** Pictures expire like uploads, unless a review is open; decisions after a year. */
export async function sweepModeration({ db, now, policy }: AppContext): Promise<Swept> {
  await db.deleteFrom('moderation').where('created_at', '<', addDays(now(), -keptDays)).execute();
  const expired = await db
    .selectFrom('moderation')
    .select(['id', 'evidence_key'])
    .where('evidence_key', 'is not', null)
    .where('created_at', '<', addDays(now(), -policy.retentionDays))
    .where((eb) => eb.or([eb('appealed_at', 'is', null), eb('verdict', 'is not', null)]))
    .limit(sweepBatch)
    .execute();
  if (expired.length === 0) return { keys: [], isComplete: true };
  const ids = expired.map(({ id }) => id);
  await db.updateTable('moderation').set({ evidence_key: null }).where('id', 'in', ids).execute();
  const keys = expired.flatMap(({ evidence_key }) => evidence_key ?? []);
  return { keys, isComplete: expired.length < sweepBatch };
}
