import Stripe from 'stripe';
import type { Product } from '#contract';
import { checkoutHours, WebhookRefused, type PaymentProvider } from '#backend/providers/payments/port';
import { withStripeErrors } from './with-stripe-errors';
import { changeLater, quoteUpgrade, upgrade } from './change';
import { subjectOf } from './event';
import { listSessions, stateOfSession } from './provider-state';

interface Options {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's, or an emulator's. */
  url: string;
}

const toleranceSeconds = 300;

function openStripe({ secretKey, url }: Options): Stripe {
  const { hostname, port, protocol } = new URL(url);
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port ? { port } : {}),
    maxNetworkRetries: 0,
    timeout: 10_000,
    telemetry: false,
  });
}

const recurring = ({ period }: Product) => (period ? { recurring: { interval: period } } : {});

export function stripeProvider(options: Options): PaymentProvider {
  const stripe = openStripe(options);

  /** Shared by equal discounts. */
  async function couponFor(product: Product, due: number): Promise<string | undefined> {
    const off = product.price.amount - due;
    if (product.type !== 'sub' || off <= 0) return undefined;
    const id = `first-${off}-${product.price.currency.toLowerCase()}`;
    const coupon = {
      id,
      amount_off: off,
      currency: product.price.currency,
      duration: 'once',
      name: 'First Subscription',
    };
    await stripe.coupons.create(coupon as Stripe.CouponCreateParams, { idempotencyKey: id }).catch((error: unknown) => {
      if ((error as Stripe.errors.StripeError).code !== 'resource_already_exists') throw error;
    });
    return id;
  }

  return {
    name: 'stripe',
    methods: [{ method: 'stripe', types: ['sub', 'once'] }],
    refunds: 'partial',

    createCheckout: (order) =>
      withStripeErrors(async () => {
        const { paymentId, product, due, buyer } = order;
        const isSubscription = product.type === 'sub';
        const coupon = await couponFor(product, due.amount);
        const metadata = { payment_id: paymentId };
        const price = isSubscription ? product.price : due;
        const session = await stripe.checkout.sessions.create(
          {
            mode: isSubscription ? 'subscription' : 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: price.currency.toLowerCase(),
                  unit_amount: price.amount,
                  product_data: { name: `${product.name}: ${product.description}` },
                  ...recurring(product),
                },
              },
            ],
            ...(coupon ? { discounts: [{ coupon }] } : {}),
            client_reference_id: paymentId,
            customer_email: buyer.email,
            metadata,
            ...(isSubscription ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
            success_url: order.returnUrl,
            cancel_url: order.cancelUrl,
            expires_at: Math.floor(order.orderedAt.getTime() / 1000) + checkoutHours * 3600,
          },
          { idempotencyKey: paymentId },
        );
        return { ref: session.id, action: { type: 'redirect', url: session.url! } };
      }),

    expireCheckout: (ref) =>
      withStripeErrors(async () => {
        await stripe.checkout.sessions.expire(ref);
      }),

    async parseWebhook(body, headers, now) {
      const signature = headers.get('stripe-signature') ?? '';
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          signature,
          options.webhookSecret,
          toleranceSeconds,
          undefined,
          now.getTime(),
        );
        return { key: event.id, subject: subjectOf(event) };
      } catch (cause) {
        throw new WebhookRefused('Invalid Stripe signature.', { cause });
      }
    },

    fetchStatus: ({ checkoutRef }) => withStripeErrors(() => stateOfSession(stripe, checkoutRef)),

    refund: ({ chargeRef }, { amount }, key) =>
      withStripeErrors(async () => {
        await stripe.refunds.create({ payment_intent: chargeRef!, amount }, { idempotencyKey: key });
      }),

    listSince: (since) => withStripeErrors(() => listSessions(stripe, since)),

    subscriptions: {
      renewedBy: 'provider',
      cancelledBy: 'provider',
      cancelAtPeriodEnd: (ref) => withStripeErrors(() => mark(ref, true)),
      resume: (ref) => withStripeErrors(() => mark(ref, false)),
      change: (ref, product) => withStripeErrors(() => changeLater(stripe, ref, product)),
      upgrade: {
        quote: (ref, product, at, from) => withStripeErrors(() => quoteUpgrade(stripe, ref, product, { at, from })),
        make: (ref, product, at, key) => withStripeErrors(() => upgrade(stripe, ref, product, at, key)),
      },
    },
  };

  async function mark(ref: string, isEnding: boolean): Promise<void> {
    await stripe.subscriptions.update(ref, { cancel_at_period_end: isEnding });
  }
}
