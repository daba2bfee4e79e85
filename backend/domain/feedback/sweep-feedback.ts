import { addDays, type AppContext } from '#backend/domain/context';
import { sweepBatch, type Swept } from '#backend/domain/swept';

const unclaimedDays = 1;
const messageDays = 365;

export async function sweepFeedback({ db, now }: AppContext): Promise<Swept> {
  const isOver = db.selectFrom('feedback').select('id').where('created_at', '<', addDays(now(), -messageDays));
  const messages = (await isOver.limit(sweepBatch).execute()).map(({ id }) => id);
  const dropped = await db
    .deleteFrom('feedback_attachment')
    .where((eb) =>
      eb.or([
        eb.and([eb('feedback_id', 'is', null), eb('created_at', '<', addDays(now(), -unclaimedDays))]),
        ...(messages.length > 0 ? [eb('feedback_id', 'in', messages)] : []),
      ]),
    )
    .returning('file_key')
    .execute();
  if (messages.length > 0) await db.deleteFrom('feedback').where('id', 'in', messages).execute();
  const old = db.selectFrom('failed_event').select('id').where('created_at', '<', addDays(now(), -messageDays));
  const events = await db.deleteFrom('failed_event').where('id', 'in', old.limit(sweepBatch)).executeTakeFirst();
  const isComplete = messages.length < sweepBatch && events.numDeletedRows < sweepBatch;
  return { keys: dropped.map(({ file_key }) => file_key), isComplete };
}
