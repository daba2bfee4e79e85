import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Product } from '#contract';
import type { Amount } from '#backend/providers/payments/port';
import type { Database } from '#backend/db/types';
import type { SubscriptionRow } from './rows';

interface Period {
  start: Date;
  end: Date;
}

export function renewalPayment(
  { id, account_id, provider, method }: SubscriptionRow,
  product: Product,
  period: Period,
  created_at: Date,
  { price, credits }: { price: Amount; credits: number } = product,
): Insertable<Database['payment']> {
  return {
    id: uuidv7(),
    account_id,
    provider,
    method,
    kind: 'renewal',
    product: JSON.stringify(product),
    credits,
    ...price,
    status: 'pending',
    subscription_id: id,
    period_start: period.start,
    period_end: period.end,
    created_at,
  };
}
