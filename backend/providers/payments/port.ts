import type { MethodName, Payment, Product, ProviderName } from '#contract';

/** Minor units and ISO 4217 currency; drivers convert. */
export interface Amount {
  amount: number;
  currency: string;
}

/** `sandbox` replaces all in local mode. */
export type DriverName = ProviderName | 'sandbox';

/** A checkout can be continued this long. Stripe's pages close then: Stripe accepts a day at most. */
export const checkoutHours = 23;

export interface CheckoutOrder {
  /** Also the idempotency key. */
  paymentId: string;
  method: MethodName;
  product: Product;
  /** A subscription continues at `product.price`. */
  due: Amount;
  buyer: { accountId: string; email: string };
  /** The provider's query parameters are untrusted. */
  returnUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  market?: { paymentMethod: string; country: string; currency?: string | undefined };
  embed: boolean;
  /** The same when the order is sent again: providers refuse another order under the same key. */
  orderedAt: Date;
}

export type CheckoutAction =
  | { type: 'redirect'; url: string }
  | { type: 'embed'; provider: string; parameters: Record<string, string> };

export interface StartedCheckout {
  ref: string;
  action: CheckoutAction;
}

export interface Charge {
  /** Null until money has moved. */
  ref: string | null;
  status: Payment['status'];
  /** Null if unknown. */
  paid: Amount | null;
  /** Minor units. */
  refunded: number;
}

export interface SubscriptionState {
  ref: string;
  /** If the site charges renewals. */
  token?: string;
  status: 'active' | 'past_due' | 'ended';
  startedAt: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** Of the next renewal, in minor units. For providers whose plans can be changed. */
  nextAmount?: number;
  /** Charges after the first, oldest first. */
  renewals: RenewalCharge[];
}

export interface RenewalCharge extends Charge {
  ref: string;
  periodStart: Date;
  periodEnd: Date;
  isUpgrade?: boolean;
}

export interface CheckoutState {
  charge: Charge;
  subscription?: SubscriptionState;
}

export interface ListedCheckout {
  checkoutRef: string;
  status: Charge['status'];
  paid: Amount | null;
}

export interface PaymentRef {
  paymentId: string;
  checkoutRef: string;
  chargeRef: string | null;
  /** For providers that can only be queried by it. */
  eventChargeRef?: string | undefined;
  isSubscription: boolean;
  /** For queries that need a time range. */
  purchasedAt: Date;
  method: string;
  expected: Amount;
  product: Product;
}

/** Untrusted; the provider is queried. */
export type EventSubject =
  | { kind: 'payment'; paymentId?: string; checkoutRef?: string; chargeRef?: string }
  | { kind: 'subscription'; ref: string }
  | { kind: 'none' };

export interface ProviderEvent {
  /** Identical for every delivery. */
  key: string;
  subject: EventSubject;
  /** Default `ok`. */
  reply?: string;
}

export interface RenewalOrder {
  attemptRef: string;
  token: string;
  due: Amount;
  product: Product;
  webhookUrl: string;
  now: Date;
}

export interface ProviderMethod {
  method: MethodName;
  types: readonly Product['type'][];
  isUnlisted?: boolean;
}

export interface PaymentProvider {
  readonly name: DriverName;
  readonly methods: readonly ProviderMethod[];
  readonly refunds: 'partial' | 'full' | 'by hand';
  /** @throws ProviderRefused, ProviderUnavailable */
  createCheckout(order: CheckoutOrder): Promise<StartedCheckout>;
  /** Absent if its API cannot. @throws ProviderRefused unless it is open */
  expireCheckout?(checkoutRef: string): Promise<void>;
  /** @throws WebhookRefused, ProviderUnavailable */
  parseWebhook(body: string, headers: Headers, now: Date): Promise<ProviderEvent>;
  fetchStatus(payment: PaymentRef): Promise<CheckoutState>;
  refund(payment: PaymentRef, amount: Amount, key: string): Promise<void>;
  listSince?(since: Date): Promise<ListedCheckout[]>;
  readonly subscriptions?: ProviderSubscriptions;
}

export interface ProviderSubscriptions {
  readonly renewedBy: 'provider' | 'site';
  /** `operator`: its API cannot. */
  readonly cancelledBy: 'provider' | 'operator' | 'site';
  /** For `cancelledBy: 'provider'`. */
  cancelAtPeriodEnd?(ref: string): Promise<void>;
  /** Absent if cancellation is final. */
  resume?(ref: string): Promise<void>;
  /** From the next period on. */
  change?(ref: string, product: Product): Promise<void>;
  readonly upgrade?: ProviderUpgrades;
  charge?(renewal: RenewalOrder): Promise<Charge>;
}

export interface ProviderUpgrades {
  /** Whole seconds. Undefined if the provider has another plan than `from`: the answer to a change was lost. */
  quote(ref: string, product: Product, at: Date, from: Product): Promise<Amount | undefined>;
  /** @param key idempotency key @throws ProviderRefused, with nothing changed */
  make(ref: string, product: Product, at: Date, key: string): Promise<void>;
}

/** Do not retry. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** Retryable. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

/** `late`: paid after the buyer has returned. */
export const outcomes = ['succeed', 'fail', 'late', 'twice'] as const;
export type Outcome = (typeof outcomes)[number];

export interface SandboxRecord {
  id: string;
  method: string;
  product: Product;
  due: Amount;
  outcome: Outcome | null;
}

export interface SandboxPage {
  find(id: string): Promise<SandboxRecord | null>;
  decide(
    id: string,
    outcome: Outcome,
  ): Promise<{ goTo: string; deliveries: { body: string; headers: Record<string, string> }[] }>;
}
