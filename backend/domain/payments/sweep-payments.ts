import { sql } from 'kysely';
import type { DriverName } from '#backend/providers/payments/port';
import { addDays, type AppContext } from '#backend/domain/context';
import { cancelSurplusSubscriptions } from './cancel-surplus';
import { expireSurplusCheckouts } from './expire-checkouts';
import { openStatuses } from './present';
import { workWithinBudget } from './provider-round';
import { renewDueSubscriptions } from './renew';
import { syncPayment } from './sync-payment';

/** Younger ones are synced by webhook or return page. */
const minPollMinutes = 1;
/** From checkout to payment, of any method. */
const maxOpenDays = 5;
const batch = 100;

export async function sweepPayments(deps: AppContext): Promise<void> {
  await requeueLostEvents(deps);
  await pollOpenPayments(deps);
  await expireAbandonedPayments(deps);
  await expireSurplusCheckouts(deps);
  await cancelSurplusSubscriptions(deps);
  await renewDueSubscriptions(deps);
}

async function pollOpenPayments(deps: AppContext): Promise<void> {
  for (const provider of deps.payments.providers.keys()) {
    await workWithinBudget(
      deps,
      await duePayments(deps, provider),
      (id) => syncPayment(deps, id),
      async (id, err) => {
        deps.log.warn({ paymentId: id, err }, 'payment_poll_failed');
        // The next sweep starts with another payment.
        await deps.db.updateTable('payment').set({ checked_at: deps.now() }).where('id', '=', id).execute();
      },
    );
  }
}

/** The pause grows to a tenth of the payment's age. */
async function duePayments({ db, now: clock }: AppContext, provider: DriverName): Promise<string[]> {
  const now = clock();
  const due = await db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', provider)
    .where('status', 'in', openStatuses)
    .where('checkout_ref', 'is not', null)
    .where('kind', '!=', 'renewal')
    .where(
      sql<boolean>`coalesce(checked_at, created_at) < ${now}::timestamptz
        - greatest(make_interval(mins => ${minPollMinutes}), (${now}::timestamptz - created_at) / 10)`,
    )
    .orderBy((eb) => eb.fn.coalesce('checked_at', 'created_at'))
    .limit(batch)
    .execute();
  return due.map(({ id }) => id);
}

/** A later webhook still applies. */
async function expireAbandonedPayments({ db, now }: AppContext): Promise<void> {
  await db
    .updateTable('payment')
    .set((eb) => ({ status: 'expired', revision: eb('revision', '+', 1) }))
    .where('status', 'in', openStatuses)
    .where('kind', '!=', 'renewal')
    .where('problem', 'is', null)
    .where('created_at', '<', addDays(now(), -maxOpenDays))
    .execute();
}

/** Their job is gone or out of attempts: another job would start the attempts of a waiting one again. */
async function requeueLostEvents({ db, jobs, now }: AppContext): Promise<void> {
  const lost = await db
    .selectFrom('payment_event')
    .select('id')
    .where('handled_at', 'is', null)
    .where('received_at', '<', new Date(now().getTime() - 120_000))
    .where('received_at', '>', addDays(now(), -maxOpenDays))
    .where(
      sql<boolean>`not exists (
        select from graphile_worker.jobs job
        where job.key = payment_event.id::text and (job.attempts < job.max_attempts or job.locked_at is not null)
      )`,
    )
    .orderBy('received_at')
    .limit(batch)
    .execute();
  for (const { id } of lost) await jobs.add(db, 'payment_event', { event_id: id });
}
