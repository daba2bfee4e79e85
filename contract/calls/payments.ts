import { z } from 'zod/v4';
import { call, type Call } from '#contract/define';
import { flag, id, listOf, nothing, paging, productId, text, time, userOrigin } from '#contract/fields';
import * as sample from '#contract/examples';
import {
  checkout,
  invoice,
  money,
  offeredMethod,
  payment,
  paymentStatus,
  product,
  productType,
} from '#contract/shapes/money';

const bought = {
  product_id: productId,
  user_origin: userOrigin,
  withdrawal_consent: flag
    .optional()
    .describe('Stated at our own checkout; kept with the payment, in the words of the time.'),
};
const paymentOf = z.object({ payment_id: id });
const subscriptionState = z.object({
  status: z.enum(['active', 'past_due', 'cancelled']),
  product_id: z.string(),
  next_product_id: z.string().nullable(),
  renews_at: time.nullable(),
  cancel_at_period_end: z.boolean(),
});
const running = {
  status: 'active' as const,
  product_id: 'light_month',
  next_product_id: null,
  renews_at: '2026-12-21T08:00:00.000Z',
  cancel_at_period_end: false,
};
const redirected = {
  payment_id: sample.ids.payment,
  action: { type: 'redirect' as const, url: 'https://pay.example.com/checkout/1' },
};

function buy<E extends z.ZodRawShape>(path: `/${string}`, summary: string, extra: E, example: object) {
  const input = z.object({ ...bought, ...extra });
  return call({
    path,
    summary,
    idempotent: true,
    runsOutsideTransaction: true,
    input,
    output: checkout,
    errors: ['not_found', 'activation_required', 'conflict', 'not_offered', 'unavailable'],
    examples: [{ input: { product_id: 'pack_50', ...example } as z.input<typeof input>, output: redirected }],
  }) as Call<typeof input, typeof checkout, 'required'>;
}

const futurepay = {
  country_code: z.literal('US', 'Payments here are made for the US: send US, or leave this out.').default('US'),
  currency: z.literal('USD', 'Payments here are made in USD: send USD, or leave this out.').optional(),
  embed_mode: flag.default(false),
};

export const paymentCalls = {
  payment_products: call({
    path: '/payment/products',
    summary: 'What can be bought.',
    auth: 'none',
    repeatable: true,
    input: z.object({ type: productType.default('sub') }),
    output: z.object({ items: z.array(product) }),
    examples: [{ input: { type: 'sub' }, output: { items: [sample.product] } }],
  }),
  payment_methods: call({
    path: '/payment/methods',
    summary: 'How it can be paid for here: the methods that are configured.',
    auth: 'none',
    origin: 'ours',
    repeatable: true,
    input: z.object({}),
    output: z.object({ items: z.array(offeredMethod), is_test: z.boolean() }),
    examples: [{ input: {}, output: { items: [sample.offeredMethod], is_test: false } }],
  }),
  payment_checkout: call({
    path: '/payment/checkout',
    summary: 'Where a payment that was begun goes on.',
    origin: 'ours',
    repeatable: true,
    input: paymentOf,
    output: checkout,
    errors: ['not_found', 'conflict', 'expired'],
    examples: [{ input: { payment_id: sample.ids.payment }, output: redirected }],
  }),
  payment_invoice: call({
    path: '/payment/invoice',
    summary: 'A payment as it is printed.',
    origin: 'ours',
    repeatable: true,
    input: paymentOf,
    output: invoice,
    errors: ['not_found', 'conflict'],
    examples: [{ input: { payment_id: sample.ids.payment }, output: sample.invoice }],
  }),
  payment_invoice_buyer: call({
    path: '/payment/invoice_buyer',
    summary: 'Changes the buyer on an invoice; later invoices start with the same buyer.',
    origin: 'ours',
    repeatable: true,
    input: z.object({
      payment_id: id,
      name: text({ max: 120, what: 'The name' }).default(''),
      address: text({ max: 500, what: 'The address' }).default(''),
      tax_id: text({ max: 40, what: 'The tax number' }).default(''),
    }),
    output: invoice,
    errors: ['not_found', 'conflict'],
    examples: [
      {
        input: { payment_id: sample.ids.payment, name: 'Ada Lovelace', address: '12 St James’s Square\nLondon' },
        output: sample.invoice,
      },
    ],
  }),
  payment_verify: call({
    path: '/payment/verify',
    summary:
      "Asks the provider how a payment stands, and grants what was paid for, once. The return page's own claim counts for nothing.",
    repeatable: true,
    input: z.object({ id, type: productType }),
    output: z.object({ status: paymentStatus, payment }),
    errors: ['not_found', 'unavailable'],
    examples: [{ input: { id: sample.ids.payment, type: 'sub' }, output: { status: 'paid', payment: sample.payment } }],
  }),
  my_payment_lists: call({
    path: '/my/payment_lists',
    summary: "The user's payments, newest first.",
    repeatable: true,
    input: z.object(paging),
    output: listOf(payment),
    examples: [{ input: { page: 1 }, output: sample.pageOf(sample.payment) }],
  }),
  payment_refund_request: call({
    path: '/payment/refund_request',
    summary: 'Asks for a refund of a payment.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ payment_id: id, reason: text({ max: 2000, what: 'The reason', missing: 'Tell us why.' }) }),
    output: payment,
    errors: ['not_found', 'conflict'],
    examples: [{ input: { payment_id: sample.ids.payment, reason: 'Bought twice' }, output: sample.payment }],
  }),
  subscription_cancel: call({
    path: '/subscription/cancel',
    summary: 'Ends the subscription with its period.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: subscriptionState,
    errors: ['not_found', 'conflict', 'unavailable'],
    examples: [{ input: {}, output: { ...running, cancel_at_period_end: true } }],
  }),
  subscription_resume: call({
    path: '/subscription/resume',
    summary: 'Takes the cancellation back while the period runs.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: subscriptionState,
    errors: ['not_found', 'conflict', 'unavailable'],
    examples: [{ input: {}, output: running }],
  }),
  subscription_quote: call({
    path: '/subscription/quote',
    summary: 'What changing the plan would mean: at once, and for how much, or with the next period.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ product_id: productId }),
    output: z.object({
      begins: z.enum(['now', 'next_period']),
      due: money.nullable().describe('For the rest of the period; null where nothing is charged now.'),
      credits: z.number().int().nonnegative().describe('What there is at once.'),
      as_of: time,
      renews_at: time,
    }),
    errors: ['not_found', 'conflict', 'unavailable'],
    examples: [
      {
        input: { product_id: 'studio_month' },
        output: {
          begins: 'now',
          due: { amount: 1200, currency: 'USD' },
          credits: 400,
          as_of: '2026-12-06T08:00:00.000Z',
          renews_at: '2026-12-21T08:00:00.000Z',
        },
      },
    ],
  }),
  subscription_change: call({
    path: '/subscription/change',
    summary: 'Changes the plan: at once for what was quoted, else from the period’s end.',
    origin: 'ours',
    repeatable: true,
    input: z.object({
      product_id: productId,
      as_of: text({ max: 40 })
        .pipe(time)
        .optional()
        .describe('Of the quote that was agreed to: the plan begins now, for that very amount.'),
      withdrawal_consent: flag.optional(),
    }),
    output: subscriptionState,
    errors: ['not_found', 'conflict', 'unavailable'],
    examples: [{ input: { product_id: 'light_year' }, output: { ...running, next_product_id: 'light_year' } }],
  }),
  paypal_buy: buy('/paypal/buy', 'Buys through PayPal.', {}, {}),
  nowpayments_buy: buy('/nowpayments/buy', 'Buys with crypto through NOWPayments: for one-off packs.', {}, {}),
  futurepay_buy: buy(
    '/futurepay/buy',
    'Buys through FuturePay: for one-off packs.',
    { payment_method: z.enum(['cards', 'googlepay', 'applepay', 'generic']), ...futurepay },
    { payment_method: 'cards', currency: 'USD' },
  ),
  futurepay_subscribe: buy(
    '/futurepay/subscribe',
    'Subscribes through FuturePay: for subscriptions.',
    { payment_method: text({ max: 50, what: 'The payment method' }).default('intercards'), ...futurepay },
    { product_id: 'light_month' },
  ),
  futurepay_unsubscribe: call({
    path: '/futurepay/unsubscribe',
    summary: 'Asks for the FuturePay subscription to end with its period.',
    repeatable: true,
    input: nothing,
    output: z.object({ status: z.enum(['cancellation_requested', 'cancelled']) }),
    errors: ['not_found', 'conflict'],
    examples: [{ input: {}, output: { status: 'cancellation_requested' } }],
  }),
  payssion_buy: buy(
    '/payssion/buy',
    'Buys through Payssion: for one-off packs.',
    { payment_method: z.enum(['skrill', 'trustly', 'afterpay_us', 'paysafecard']) },
    { payment_method: 'skrill' },
  ),
  onerway_buy: buy('/onerway/buy', 'Buys through Onerway.', {}, {}),
  evonet_buy: buy(
    '/evonet/buy',
    'Buys through Evonet: dropin for subscriptions, linkpay otherwise.',
    { payment_mode: z.enum(['dropin', 'linkpay']) },
    { payment_mode: 'linkpay' },
  ),
  evonet_dropin: buy(
    '/evonet/dropin',
    "What Evonet's drop-in form needs to start: for subscriptions.",
    {},
    {
      product_id: 'light_month',
    },
  ),
  stripe_buy: buy('/stripe/buy', 'Buys through Stripe.', {}, {}),
};
