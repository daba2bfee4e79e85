import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Payment, Product } from '#contract';
import type { MadeAt, Time } from './columns';

export interface SubscriptionTable {
  id: string;
  account_id: string;
  provider: string;
  method: string;
  provider_ref: string;
  /** Charges the buyer's card, if the site charges renewals; null once the subscription has ended. */
  token: string | null;
  /** Copy at the time of purchase. */
  product: JSONColumnType<Product>;
  next_product: JSONColumnType<Product> | null;
  status: 'active' | 'past_due' | 'cancelled' | 'expired';
  period_start: Time;
  period_end: Time;
  cancel_at_period_end: Generated<boolean>;
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
  kind: 'once' | 'first' | 'renewal';
  product: JSONColumnType<Product>;
  credits: number;
  /** Minor units. */
  amount: number;
  currency: string;
  status: Generated<Payment['status']>;
  refunded: Generated<number>;
  checkout_ref: string | null;
  charge_ref: string | null;
  action: JSONColumnType<object> | null;
  subscription_id: string | null;
  period_start: Time | null;
  period_end: Time | null;
  request_key: string | null;
  /** Why a paid charge granted nothing. */
  problem: string | null;
  withdrawal_consent: string | null;
  refund_reason: string | null;
  refund_requested_at: Time | null;
  /** Provider states of older revisions are stale. */
  revision: Generated<number>;
  checked_at: Time | null;
  created_at: MadeAt;
  paid_at: Time | null;
}

/** Stored before it is acknowledged. */
export interface PaymentEventTable {
  id: string;
  provider: string;
  event_key: string;
  subject: JSONColumnType<object>;
  outcome: string | null;
  received_at: MadeAt;
  handled_at: Time | null;
}

/** Negative if revoked; once per kind. */
export interface PaymentGrantTable {
  provider: string;
  payment_id: string;
  grant_kind: string;
  credits: number;
  created_at: MadeAt;
}

export interface CreditDebtTable {
  id: string;
  account_id: string;
  reference: string;
  owed: number;
  settled: Generated<number>;
  created_at: MadeAt;
}

export interface InvoiceTerms {
  seller: readonly string[];
  sellerTaxId: string | null;
  /** `rate`: percent, included in prices. */
  tax: { name: string; rate: number };
}

/** Also credit notes. Sequences of a kind and year have no gaps. */
export interface InvoiceTable {
  id: string;
  kind: 'invoice' | 'credit_note';
  payment_id: string;
  year: number;
  sequence: Generated<number>;
  /** Minor units, with tax. */
  total: number;
  /** Null if issued before terms were recorded. */
  terms: JSONColumnType<InvoiceTerms> | null;
  issued_at: Time;
}

export interface InvoiceBuyerTable {
  invoice_id: string;
  account_id: string;
  name: string;
  address: string;
  tax_id: string;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PaymentTables {
  invoice: InvoiceTable;
  invoice_buyer: InvoiceBuyerTable;
  subscription: SubscriptionTable;
  payment: PaymentTable;
  payment_event: PaymentEventTable;
  payment_grant: PaymentGrantTable;
  credit_debt: CreditDebtTable;
}
