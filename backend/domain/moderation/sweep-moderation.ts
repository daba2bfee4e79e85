import { addDays, type AppContext } from '#backend/domain/context';
import { sweepBatch, type Swept } from '#backend/domain/swept';

const keptDays = 365;

/**
 * Pictures expire like uploads, unless a review is open; decisions after a year. What a deletion of the account or a verdict
 * has locked waits for the next sweep.
 */
export async function sweepModeration({ db, now, policy }: AppContext): Promise<Swept> {
  const unlocked = db.selectFrom('moderation').limit(sweepBatch).forUpdate().skipLocked();
  const old = unlocked.select('id').where('created_at', '<', addDays(now(), -keptDays));
  const dropped = await db.deleteFrom('moderation').where('id', 'in', old).returning('evidence_key').execute();
  const expired = await unlocked
    .select(['id', 'evidence_key'])
    .where('evidence_key', 'is not', null)
    .where('created_at', '<', addDays(now(), -policy.retentionDays))
    .where((eb) => eb.or([eb('appealed_at', 'is', null), eb('verdict', 'is not', null)]))
    .execute();
  const ids = expired.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable('moderation').set({ evidence_key: null }).where('id', 'in', ids).execute();
  const keys = [...dropped, ...expired].flatMap(({ evidence_key }) => evidence_key ?? []);
  return { keys, isComplete: dropped.length < sweepBatch && expired.length < sweepBatch };
}
