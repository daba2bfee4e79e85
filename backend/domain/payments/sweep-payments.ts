import { sql } from 'kysely';
import type { Deps } from '#backend/domain/context';
import { daysFrom } from '#backend/domain/context';
import { endSurplusSubscriptions } from './end-surplus';
import { renewDueSubscriptions } from './renew';
import { settle } from './sync-payment';

/** A webhook that has not come in this long is not waited for: we ask. Younger payments are asked for by their page. */
const patienceMinutes = 1;
/** No method takes longer than this from checkout to money. */
const longestDays = 5;
const batch = 100;

/** What must not depend on anybody's browser or webhook: open payments, lost events, due subscriptions. */
export async function paymentRound(deps: Deps): Promise<void> {
  await wakeEvents(deps);
  await checkOpenPayments(deps);
  await closeAbandoned(deps);
  await endSurplusSubscriptions(deps);
  await renewDueSubscriptions(deps);
}

/** Asks again and again, at first every minute, then after ever longer pauses: a tenth of the payment's age. */
async function checkOpenPayments(deps: Deps): Promise<void> {
  const now = deps.now();
  const due = await deps.db
    .selectFrom('payment')
    .select('id')
    .where('status', 'in', ['created', 'pending', 'requires_action'])
    .where('checkout_ref', 'is not', null)
    .where('kind', '!=', 'renewal')
    .where(
      sql<boolean>`coalesce(checked_at, created_at) < ${now}::timestamptz
        - greatest(make_interval(mins => ${patienceMinutes}), (${now}::timestamptz - created_at) / 10)`,
    )
    .orderBy('id')
    .limit(batch)
    .execute();
  for (const { id } of due) {
    await settle(deps, id).catch((error: unknown) =>
      deps.log.warn({ paymentId: id, reason: (error as Error).message }, 'a payment could not be checked'),
    );
  }
}

/** Nobody will pay these any more. Should a provider say otherwise one day, its webhook still counts. */
async function closeAbandoned({ db, now }: Deps): Promise<void> {
  await db
    .updateTable('payment')
    .set((eb) => ({ status: 'expired', revision: eb('revision', '+', 1) }))
    .where('status', 'in', ['created', 'pending', 'requires_action'])
    .where('kind', '!=', 'renewal')
    .where('problem', 'is', null)
    .where('created_at', '<', daysFrom(now(), -longestDays))
    .execute();
}

/** Events whose job was lost, or has given up while the provider was away. */
async function wakeEvents({ db, jobs, now }: Deps): Promise<void> {
  const lost = await db
    .selectFrom('payment_event')
    .select('id')
    .where('handled_at', 'is', null)
    .where('received_at', '<', new Date(now().getTime() - 120_000))
    .where('received_at', '>', daysFrom(now(), -longestDays))
    .limit(batch)
    .execute();
  for (const { id } of lost) await jobs.add(db, 'payment_event', { event_id: id });
}
