import { uuidv7 } from 'uuidv7';
import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { addDays, type AppContext } from '#backend/domain/context';
import { limits, networkKey, consumeRateLimit } from '#backend/domain/limits';
import { claimAttachments } from './attachments';

const tooManyMessages = (wait: string) =>
  `Too many messages. We have received the earlier ones; wait ${wait} to send the next.`;

export async function createFeedback(
  deps: AppContext,
  { contents, email, attachments }: Parsed<'feedback_create'>,
): Promise<void> {
  await consumeRateLimit(deps, limits.feedbackFromAddress, networkKey(deps), tooManyMessages);
  await inTransaction(deps.db, async (trx) => {
    const id = uuidv7();
    await trx.insertInto('feedback').values({ id, contents, email }).execute();
    await claimAttachments(trx, id, attachments);
  });
}

const tooManyReports = (wait: string) =>
  `Too many reports. We have received the earlier ones; wait ${wait} to send the next.`;

export async function reportFailure(deps: AppContext, event: Parsed<'feedback_failed_event'>): Promise<void> {
  await consumeRateLimit(deps, limits.reportFromAddress, networkKey(deps), tooManyReports);
  await deps.db
    .insertInto('failed_event')
    .values({ id: uuidv7(), ...event })
    .execute();
}

const DAYS_TO_ACT = 2;

export async function openTakedownCase(
  deps: AppContext,
  { location, description, person, email, signature }: Parsed<'feedback_takedown'>,
): Promise<Output<'feedback_takedown'>> {
  await consumeRateLimit(deps, limits.takedownFromAddress, networkKey(deps), tooManyReports);
  const opened = { id: uuidv7(), due_at: addDays(deps.now(), DAYS_TO_ACT) };
  await deps.db
    .insertInto('takedown_case')
    .values({ ...opened, location, description, person, email, signature, closed_at: null })
    .execute();
  return { case_id: opened.id, due_at: opened.due_at.toISOString() };
}
