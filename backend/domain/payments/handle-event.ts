import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { Db } from '#backend/db/connect';
import type { EventSubject } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { isUuid } from '#backend/domain/uuid';
import { firstPaymentId } from './rows';
import { syncPayment } from './sync-payment';

async function paymentOf(db: Db, provider: string, subject: EventSubject): Promise<string | undefined> {
  const known = db.selectFrom('payment').select('payment.id').where('payment.provider', '=', provider);
  if (subject.kind === 'subscription') {
    const row = await known
      .innerJoin('subscription', 'subscription.id', 'payment.subscription_id')
      .where('payment.kind', '=', 'first')
      .where('subscription.provider_ref', '=', subject.ref)
      .executeTakeFirst();
    return row?.id;
  }
  if (subject.kind === 'none') return undefined;
  const { paymentId, checkoutRef, chargeRef } = subject;
  const row = await known
    .where((eb) =>
      eb.or([
        ...(paymentId !== undefined && isUuid(paymentId) ? [eb('payment.id', '=', paymentId)] : []),
        ...(checkoutRef ? [eb('payment.checkout_ref', '=', checkoutRef)] : []),
        ...(chargeRef ? [eb('payment.charge_ref', '=', chargeRef)] : []),
        eb.val(false),
      ]),
    )
    .executeTakeFirst();
  return row && paymentIdToSync(db, row.id);
}

/** Renewals are synced with the first payment. */
export async function paymentIdToSync(db: Db, paymentId: string): Promise<string> {
  const { kind, checkout_ref, subscription_id } = await db
    .selectFrom('payment')
    .select(['kind', 'checkout_ref', 'subscription_id'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  if (kind !== 'renewal' || checkout_ref !== null) return paymentId;
  return firstPaymentId(db, subscription_id!);
}

/** An event without a payment is retried: it may arrive before our record. */
export async function handleEvent(
  deps: AppContext,
  { event_id }: { event_id: string },
  isLastAttempt: boolean,
): Promise<'done' | 'skipped'> {
  const event = await deps.db
    .selectFrom('payment_event')
    .selectAll()
    .where('id', '=', event_id)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  if (!event) return 'skipped';
  const close = (outcome: string) => async (trx: Transaction<Database> | Db) => {
    const handled = { outcome, handled_at: deps.now() };
    await trx.updateTable('payment_event').set(handled).where('id', '=', event_id).execute();
  };
  const subject = event.subject as EventSubject;
  if (subject.kind === 'none') {
    await close('nothing to do')(deps.db);
    return 'skipped';
  }
  const paymentId = await paymentOf(deps.db, event.provider, subject);
  if (!paymentId && !isLastAttempt) throw new AppError('not_found', { message: 'No payment matches this event yet.' });
  if (!paymentId) {
    await close('not ours')(deps.db);
    return 'skipped';
  }
  const eventChargeRef = subject.kind === 'payment' ? subject.chargeRef : undefined;
  await syncPayment(deps, paymentId, { inSameTransaction: close('settled'), eventChargeRef });
  return 'done';
}
