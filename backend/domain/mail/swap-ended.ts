import type { AppContext } from '#backend/domain/context';
import type { Message } from './layout';

interface Ended {
  accountId: string;
  orderId: string;
  url: string;
}

const footnote = 'You asked for this mail while the swap was running. No other mail follows.';
const nouns = { photo: 'photo', gif: 'GIF', video: 'video' } as const;

/** Null if the creation was deleted or its owner suspended. */
export async function swapEnded(
  { db }: Pick<AppContext, 'db'>,
  { accountId, orderId, url }: Ended,
): Promise<Message | null> {
  const row = await db
    .selectFrom('creation')
    .innerJoin('task', 'task.id', 'creation.task_id')
    .innerJoin('account', 'account.id', 'creation.account_id')
    .select(['creation.name', 'creation.kind', 'creation.price', 'task.status', 'task.message'])
    .where('creation.id', '=', orderId)
    .where('creation.account_id', '=', accountId)
    .where('creation.deletion_id', 'is', null)
    .where('account.suspended_at', 'is', null)
    .executeTakeFirst();
  if (row?.status === 'succeeded') return ready(row.name, nouns[row.kind], url);
  if (row?.status === 'failed') return failed(row.name, row.message, row.price, { label: 'Try again', url });
  if (row?.status === 'refused') return failed(row.name, row.message, row.price, { label: 'See what happened', url });
  return null;
}

const ready = (name: string, noun: string, url: string): Message => ({
  subject: `Your ${noun} is ready`,
  heading: `Your ${noun} is ready`,
  paragraphs: [`The swap in “${name}” has finished. Its result waits in My Creations.`],
  button: { label: 'See the result', url },
  footnote,
});

const failed = (name: string, reason: string | null, price: number, button: Message['button']): Message => ({
  subject: 'Your swap has ended without a result',
  heading: 'Your swap has ended without a result',
  paragraphs: [
    `The swap in “${name}” did not work. ${reason ?? ''}`.trimEnd(),
    price === 1 ? 'Your credit was returned.' : `Your ${price} credits were returned.`,
  ],
  button,
  footnote,
});
