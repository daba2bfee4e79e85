import type Stripe from 'stripe';
import type { Product } from '#contract';
import type { Amount } from '#backend/providers/payments/port';

async function itemAt(stripe: Stripe, ref: string, { price, period }: Product) {
  const { items } = await stripe.subscriptions.retrieve(ref);
  const [item] = items.data;
  const { product } = item!.price;
  const price_data = {
    currency: price.currency.toLowerCase(),
    unit_amount: price.amount,
    product: typeof product === 'string' ? product : product.id,
    recurring: { interval: period! },
  };
  return { item: { id: item!.id, price_data }, amount: item!.price.unit_amount };
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** From the next invoice on, without proration. */
export async function changeLater(stripe: Stripe, ref: string, product: Product): Promise<void> {
  const { item } = await itemAt(stripe, ref, product);
  await stripe.subscriptions.update(ref, { items: [item], proration_behavior: 'none' });
}

export async function quoteUpgrade(
  stripe: Stripe,
  ref: string,
  product: Product,
  { at, from }: { at: Date; from: Product },
): Promise<Amount | undefined> {
  const { item, amount } = await itemAt(stripe, ref, product);
  if (amount !== from.price.amount) return undefined;
  const { amount_due, currency } = await stripe.invoices.createPreview({
    subscription: ref,
    subscription_details: { items: [item], proration_behavior: 'always_invoice', proration_date: seconds(at) },
  });
  return { amount: amount_due, currency: currency.toUpperCase() };
}

export async function upgrade(stripe: Stripe, ref: string, product: Product, at: Date, key: string): Promise<void> {
  const { item } = await itemAt(stripe, ref, product);
  await stripe.subscriptions.update(
    ref,
    {
      items: [item],
      proration_behavior: 'always_invoice',
      proration_date: seconds(at),
      payment_behavior: 'error_if_incomplete',
    },
    { idempotencyKey: key },
  );
}
