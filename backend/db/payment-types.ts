import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Payment, Product } from '#contract';

type Time = ColumnType<Date, Date | string, Date | string>;
type MadeAt = ColumnType<Date, Date | string | undefined, never>;

export interface SubscriptionTable {
  id: string;
  account_id: string;
  provider: string;
  method: string;
  /** What the provider calls it. */
  provider_ref: string;
  /** What a provider that leaves renewals to us wants to be shown for the next charge. */
  token: string | null;
  /** As it was when it was bought: a later catalogue changes nothing about it. */
  product: JSONColumnType<Product>;
  /** From the period's end, when the plan was changed. */
  next_product: JSONColumnType<Product> | null;
  status: 'active' | 'past_due' | 'cancelled' | 'expired';
  period_start: Time;
  period_end: Time;
  cancel_at_period_end: Generated<boolean>;
  /** Renewals of this period that were refused. */
  attempts: Generated<number>;
  next_attempt_at: Time | null;
  created_at: MadeAt;
  ended_at: Time | null;
}

export interface PaymentTable {
  id: string;
  account_id: string;
  provider: string;
  method: string;
  /** once: a pack; first: a subscription's checkout; renewal: each later period. */
  kind: 'once' | 'first' | 'renewal';
  product: JSONColumnType<Product>;
  credits: number;
  /** Minor units. */
  amount: number;
  currency: string;
  status: Generated<Payment['status']>;
  refunded: Generated<number>;
  /** What the provider calls the checkout: its truth is asked for by this. */
  checkout_ref: string | null;
  /** What the provider calls the money that moved. */
  charge_ref: string | null;
  /** Where the buyer goes on. */
  action: JSONColumnType<object> | null;
  subscription_id: string | null;
  period_start: Time | null;
  period_end: Time | null;
  /** The Idempotency-Key it was bought with. */
  request_key: string | null;
  /** Why nothing was granted although the provider says paid: for the operator. */
  problem: string | null;
  /** The words the buyer agreed to. */
  withdrawal_consent: string | null;
  refund_reason: string | null;
  refund_requested_at: Time | null;
  /** Counts changes: what was asked before the last one may be stale. */
  revision: Generated<number>;
  checked_at: Time | null;
  created_at: MadeAt;
  paid_at: Time | null;
}

/** A provider's message, kept before it is answered. */
export interface PaymentEventTable {
  id: string;
  provider: string;
  event_key: string;
  subject: JSONColumnType<object>;
  outcome: string | null;
  received_at: MadeAt;
  handled_at: Time | null;
}

/** Credits given for a payment, or taken back (negative), each kind once. */
export interface PaymentGrantTable {
  provider: string;
  payment_id: string;
  grant_kind: string;
  credits: number;
  created_at: MadeAt;
}

/** Credits that were spent before their payment went back; the next ones to come settle it. */
export interface CreditDebtTable {
  id: string;
  account_id: string;
  reference: string;
  owed: number;
  settled: Generated<number>;
  created_at: MadeAt;
}

export interface PaymentTables {
  subscription: SubscriptionTable;
  payment: PaymentTable;
  payment_event: PaymentEventTable;
  payment_grant: PaymentGrantTable;
  credit_debt: CreditDebtTable;
}
