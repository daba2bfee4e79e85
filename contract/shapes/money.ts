import { z } from 'zod/v4';
import { id, time } from '#contract/fields';
import { methodNames } from '#contract/methods';

/** Minor units (cents), ISO 4217 currency. */
export const money = z.object({ amount: z.number().int().nonnegative(), currency: z.string().length(3) });

export const productType = z.enum(['sub', 'once']);

export const product = z.object({
  product_id: z.string(),
  type: productType,
  name: z.string(),
  description: z.string(),
  price: money,
  first_price: money.nullable().describe('What the first period of a first subscription costs.'),
  period: z.enum(['month', 'year']).nullable(),
  credits: z.number().int().positive(),
  features: z.array(z.string()),
  highlighted: z.boolean(),
});
export type Product = z.output<typeof product>;

export const offeredMethod = z.object({
  method: z.enum(methodNames),
  name: z.string(),
  hint: z.string(),
  types: z.array(productType),
});
export type OfferedMethod = z.output<typeof offeredMethod>;

export const paymentStatus = z.enum([
  'created',
  'pending',
  'requires_action',
  'paid',
  'partially_paid',
  'failed',
  'expired',
  'cancelled',
  'partially_refunded',
  'refunded',
  'disputed',
]);

export const payment = z.object({
  payment_id: id,
  product: z.object({ product_id: z.string(), name: z.string() }),
  method: z.string(),
  provider: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  status: paymentStatus,
  refunded: z.number().int().nonnegative().describe('Minor units that went back to the buyer.'),
  credits: z.number().int().positive(),
  created_at: time,
  paid_at: time.nullable(),
  refund_requested: z.boolean().describe('The buyer asked for a refund that is neither made nor refused yet.'),
  can_continue: z.boolean().describe('Not finished: the buyer may go on where they left.'),
});
export type Payment = z.output<typeof payment>;

const document = {
  number: z.string().describe('Sequential for each kind and year, without gaps.'),
  issued_at: time,
  net: z.number().int().nonnegative().describe('Minor units.'),
  tax_amount: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().describe('Net and tax.'),
};

/** With a credit note for each amount that went back. */
export const invoice = z.object({
  payment,
  ...document,
  seller: z.array(z.string()).describe('Name and address, in lines.'),
  seller_tax_id: z.string().nullable(),
  buyer: z.object({ name: z.string(), email: z.string(), address: z.string(), tax_id: z.string() }),
  line: z.string(),
  period: z.object({ start: time, end: time }).nullable(),
  tax: z.object({ name: z.string(), rate: z.number().describe('Percent; the total includes it.') }),
  credit_notes: z.array(z.object(document)),
  withdrawal_consent: z.string().nullable(),
});
export type Invoice = z.output<typeof invoice>;

export const checkout = z.object({
  payment_id: id,
  action: z.discriminatedUnion('type', [
    z.object({ type: z.literal('redirect'), url: z.string() }),
    z.object({ type: z.literal('embed'), provider: z.string(), parameters: z.record(z.string(), z.string()) }),
  ]),
});

const creditKind = z.enum(['grant', 'purchase', 'hold', 'release', 'refund', 'reversal', 'adjustment']);

/** Append-only; the balance is the sum. */
export const creditEntry = z.object({
  entry_id: id,
  kind: creditKind,
  delta: z.number().int(),
  balance_after: z.number().int().nonnegative(),
  reference: z.string(),
  created_at: time,
  note: z.string(),
});
export type CreditEntry = z.output<typeof creditEntry>;
