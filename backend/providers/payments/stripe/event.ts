import type Stripe from 'stripe';
import type { EventSubject } from '#backend/providers/payments/port';

const idOf = (thing: string | { id: string } | null | undefined) => (typeof thing === 'string' ? thing : thing?.id);

const ofCharge = (intent: string | { id: string } | null | undefined, paymentId?: string): EventSubject => {
  const chargeRef = idOf(intent);
  return { kind: 'payment', ...(paymentId ? { paymentId } : {}), ...(chargeRef ? { chargeRef } : {}) };
};

/** `none` if irrelevant. */
export function subjectOf(event: Stripe.Event): EventSubject {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const { id: checkoutRef, client_reference_id } = event.data.object;
      return { kind: 'payment', checkoutRef, ...(client_reference_id ? { paymentId: client_reference_id } : {}) };
    }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const ref = idOf(event.data.object.parent?.subscription_details?.subscription);
      return ref ? { kind: 'subscription', ref } : { kind: 'none' };
    }
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { kind: 'subscription', ref: event.data.object.id };
    case 'charge.refunded':
      return ofCharge(event.data.object.payment_intent, event.data.object.metadata.payment_id);
    case 'refund.created':
    case 'refund.updated':
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return ofCharge(event.data.object.payment_intent);
    default:
      return { kind: 'none' };
  }
}
