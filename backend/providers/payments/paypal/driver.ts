import { z } from 'zod/v4';
import { parseJson } from '#backend/providers/payments/parse-json';
import {
  ProviderRefused,
  WebhookRefused,
  type EventSubject,
  type PaymentProvider,
} from '#backend/providers/payments/port';
import { toMajor } from '#backend/providers/payments/units';
import { paypalClient, type PaypalOptions } from './client';
import { withDispute } from './dispute';
import { approvalLink, chargeOfOrder, order as orderSchema } from './order';
import { startSubscription, stateOfSubscription } from './subscription';

/** PayPal retries for three days. */
const oldestMs = 4 * 86_400_000;

const message = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    id: z.string().optional(),
    custom_id: z.string().optional(),
    billing_agreement_id: z.string().optional(),
    sale_id: z.string().optional(),
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).optional(),
    purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }) }).optional(),
  }),
});

function subjectOf({ event_type, resource }: z.output<typeof message>): EventSubject {
  if (event_type.startsWith('PAYMENT.SALE.') && resource.billing_agreement_id) {
    return { kind: 'subscription', ref: resource.billing_agreement_id };
  }
  const disputed = resource.disputed_transactions?.[0]?.seller_transaction_id;
  const chargeRef = event_type.startsWith('CUSTOMER.DISPUTE.') ? disputed : resource.sale_id;
  if (chargeRef) return { kind: 'payment', chargeRef };
  const paymentId = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id;
  const checkoutRef = resource.supplementary_data?.related_ids.order_id ?? resource.id;
  const known = /^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE|BILLING\.SUBSCRIPTION)\./.test(event_type);
  if (!known) return { kind: 'none' };
  return { kind: 'payment', ...(paymentId ? { paymentId } : {}), ...(checkoutRef ? { checkoutRef } : {}) };
}

export function paypalProvider(options: PaypalOptions): PaymentProvider {
  const paypal = paypalClient(options);

  /** Also when the buyer never returns. */
  async function capturedOrder(id: string, paymentId: string) {
    const order = await paypal.get(`/v2/checkout/orders/${id}`, orderSchema);
    if (order.status !== 'APPROVED') return order;
    return paypal.post(`/v2/checkout/orders/${id}/capture`, {}, orderSchema, `capture-${paymentId}`);
  }

  return {
    name: 'paypal',
    methods: [{ method: 'paypal', types: ['sub', 'once'] }],
    refunds: 'partial',

    async createCheckout(order) {
      const { paymentId, product, due } = order;
      const begun =
        product.type === 'sub'
          ? await startSubscription(paypal, order)
          : await paypal.post(
              '/v2/checkout/orders',
              {
                intent: 'CAPTURE',
                purchase_units: [
                  {
                    custom_id: paymentId,
                    description: `${product.name}: ${product.description}`.slice(0, 127),
                    amount: { currency_code: due.currency, value: toMajor(due) },
                  },
                ],
                payment_source: {
                  paypal: {
                    experience_context: {
                      return_url: order.returnUrl,
                      cancel_url: order.cancelUrl,
                      user_action: 'PAY_NOW',
                      shipping_preference: 'NO_SHIPPING',
                    },
                  },
                },
              },
              orderSchema,
              paymentId,
            );
      const url = approvalLink(begun);
      if (!url) throw new ProviderRefused('PayPal returned no approval link.');
      return { ref: begun.id, action: { type: 'redirect', url } };
    },

    async parseWebhook(body, headers, now) {
      const header = (name: string) => headers.get(`paypal-${name}`) ?? '';
      const transmission_time = header('transmission-time');
      const age = now.getTime() - new Date(transmission_time).getTime();
      if (!(Math.abs(age) < oldestMs)) throw new WebhookRefused('Missing or outdated transmission time.');
      const claims = {
        auth_algo: header('auth-algo'),
        cert_url: header('cert-url'),
        transmission_id: header('transmission-id'),
        transmission_sig: header('transmission-sig'),
        transmission_time,
        webhook_id: options.webhookId,
      };
      const parsed = message.safeParse(parseJson(body));
      if (!parsed.success) throw new WebhookRefused('Not a PayPal message.');
      // The signature covers the raw bytes.
      const question = `${JSON.stringify(claims).slice(0, -1)},"webhook_event":${body}}`;
      const verdict = z.object({ verification_status: z.string() });
      const path = '/v1/notifications/verify-webhook-signature';
      const { verification_status } = await paypal.post(path, question, verdict).catch((cause: Error) => {
        if (cause instanceof ProviderRefused) throw new WebhookRefused(`Unchecked: ${cause.message}`, { cause });
        throw cause;
      });
      if (verification_status !== 'SUCCESS') throw new WebhookRefused('Invalid PayPal signature.');
      return { key: parsed.data.id, subject: subjectOf(parsed.data) };
    },

    async fetchStatus(ref) {
      if (ref.isSubscription) return stateOfSubscription(paypal, ref, options.now());
      const charge = chargeOfOrder(await capturedOrder(ref.checkoutRef, ref.paymentId));
      return { charge: await withDispute(paypal, charge, ref.eventChargeRef) };
    },

    async refund({ chargeRef }, amount, key) {
      const body = { amount: { currency_code: amount.currency, value: toMajor(amount) } };
      await paypal.post(`/v2/payments/captures/${chargeRef}/refund`, body, z.object({ id: z.string() }), key);
    },

    subscriptions: {
      renewedBy: 'provider',
      cancelledBy: 'provider',
      async cancelAtPeriodEnd(ref) {
        // Final at PayPal.
        await paypal.post(`/v1/billing/subscriptions/${ref}/cancel`, { reason: 'Cancelled by its owner' }, z.unknown());
      },
    },
  };
}
