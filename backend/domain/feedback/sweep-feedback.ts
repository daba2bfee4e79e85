import { addDays, type AppContext } from '#backend/domain/context';

const batch = 200;
/** A picture that no message names by then is not going to be. */
const unclaimedDays = 1;
/** How long messages are kept, with their pictures. */
const messageDays = 365;

/** Removes messages whose time is over and pictures that no message names; returns the keys of the files that go. */
export async function sweepFeedback({ db, now }: AppContext): Promise<string[]> {
  const isOver = db.selectFrom('feedback').select('id').where('created_at', '<', addDays(now(), -messageDays));
  const messages = (await isOver.limit(batch).execute()).map(({ id }) => id);
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
  return dropped.map(({ file_key }) => file_key);
}
