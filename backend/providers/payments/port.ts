import type { MethodName, Payment, Product, ProviderName } from '#contract';

/** Minor units (cents) with an ISO 4217 currency; each driver converts at its own edge. */
export interface Amount {
  amount: number;
  currency: string;
}

/** The driver's name in our records; `sandbox` stands in for all of them in local mode. */
export type DriverName = ProviderName | 'sandbox';

/** A payment to be made, as every driver is told of it. */
export interface CheckoutOrder {
  /** Ours: the provider gets it as its reference and as the idempotency key. */
  paymentId: string;
  method: MethodName;
  product: Product;
  /** What is due now; a subscription goes on at `product.price`. */
  due: Amount;
  buyer: { accountId: string; email: string };
  /** Pages of ours. What they are called with afterwards is never believed. */
  returnUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  /** FuturePay's name of the method, country and currency, as the call was given them. */
  market?: { paymentMethod: string; country: string; currency?: string | undefined };
  /** A form inside our page is wanted rather than a page of the provider's. */
  embed: boolean;
  now: Date;
}

export type CheckoutAction =
  { type: 'redirect'; url: string } | { type: 'embed'; provider: string; parameters: Record<string, string> };

export interface StartedCheckout {
  /** What the provider calls it, to ask for it later. */
  ref: string;
  action: CheckoutAction;
}

/** A charge as the provider has it now. */
export interface Charge {
  /** What the provider calls the money that moved; null while none has. */
  ref: string | null;
  status: Payment['status'];
  /** What the provider says was to be paid: compared with the order. Null where it is not told yet. */
  paid: Amount | null;
  /** Minor units that went back. */
  refunded: number;
}

/** A subscription as the provider has it now. */
export interface SubscriptionState {
  ref: string;
  /** For drivers whose renewals are ours. */
  token?: string;
  status: 'active' | 'past_due' | 'ended';
  /** When the first period began: by the time we hear of it, others may have followed. */
  startedAt: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** Every charge after the first, oldest first. */
  renewals: RenewalCharge[];
}

export interface RenewalCharge extends Charge {
  ref: string;
  periodStart: Date;
  periodEnd: Date;
  /** For a dearer plan in the middle of a period: `periodStart` is the moment of the change. */
  isUpgrade?: boolean;
}

export interface CheckoutState {
  charge: Charge;
  /** Once the provider has made one. */
  subscription?: SubscriptionState;
}

/** A checkout in a provider's own list. */
export interface ListedCheckout {
  checkoutRef: string;
  status: Charge['status'];
  paid: Amount | null;
}

/** What a driver is shown to find a payment by. */
export interface PaymentRef {
  paymentId: string;
  checkoutRef: string;
  chargeRef: string | null;
  /** A charge that a message has just named, for those who can be asked by nothing else. */
  eventChargeRef?: string | undefined;
  isSubscription: boolean;
  /** When it was bought, for those whose queries want a time. */
  madeAt: Date;
  method: string;
  expected: Amount;
  product: Product;
}

/** What a webhook is about; its claims are not believed, only looked into. */
export type EventSubject =
  | { kind: 'payment'; paymentId?: string; checkoutRef?: string; chargeRef?: string }
  | { kind: 'subscription'; ref: string }
  | { kind: 'none' };

export interface ProviderEvent {
  /** The same for every delivery of the same event. */
  key: string;
  subject: EventSubject;
  /** What the provider wants to read; `ok` where it does not say. */
  reply?: string;
}

export interface RenewalOrder {
  /** The provider's reference and idempotency key of this attempt. */
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
  /** Can be asked for, but is not shown: another of the list is the same to people. */
  isUnlisted?: boolean;
}

export interface PaymentProvider {
  readonly name: DriverName;
  /** The methods it is configured for, each with what it can be bought by it. */
  readonly methods: readonly ProviderMethod[];
  /** Whether money can be given back through its interface. */
  readonly refunds: 'partial' | 'full' | 'by hand';
  /** Sends the buyer to the provider. @throws ProviderRefused, ProviderUnavailable */
  createCheckout(order: CheckoutOrder): Promise<StartedCheckout>;
  /** Checks a webhook's signature on the raw body. @throws WebhookRefused */
  parseWebhook(body: string, headers: Headers, now: Date): Promise<ProviderEvent>;
  /** The truth about a payment, asked for. */
  fetchStatus(payment: PaymentRef): Promise<CheckoutState>;
  refund(payment: PaymentRef, amount: Amount, key: string): Promise<void>;
  /** Its own list of checkouts since then, where it has one to ask for: finds what we have no record of. */
  listSince?(since: Date): Promise<ListedCheckout[]>;
  /** Where it can renew. */
  readonly subscriptions?: ProviderSubscriptions;
}

export interface ProviderSubscriptions {
  /** Who charges the next period: the provider, or our own scheduler. */
  readonly renewedBy: 'provider' | 'us';
  /** Where the provider has no way to be told, an operator is. */
  readonly cancelledBy: 'provider' | 'operator' | 'us';
  /** Where the provider is to be told. */
  cancelAtPeriodEnd?(ref: string): Promise<void>;
  /** Absent where a cancellation is final. */
  resume?(ref: string): Promise<void>;
  /** The plan from the next period on; absent where a plan cannot be changed. */
  change?(ref: string, product: Product): Promise<void>;
  /** A dearer plan at once, paid for the rest of the period; absent where a change waits for the next period. */
  readonly upgrade?: ProviderUpgrades;
  /** Charges the next period, for `renewedBy: 'us'`. */
  charge?(renewal: RenewalOrder): Promise<Charge>;
}

export interface ProviderUpgrades {
  /** What the rest of the period costs more from that moment on, which is whole seconds. */
  quote(ref: string, product: Product, at: Date): Promise<Amount>;
  /** Charges just that, and changes the plan; `key` makes a repetition harmless. @throws ProviderRefused and nothing changed */
  make(ref: string, product: Product, at: Date, key: string): Promise<void>;
}

/** The provider understood, and says no: asking again is of no use. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** The provider could not be asked, or failed: the same may be asked again. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** A webhook that did not come from the provider, or came too late to be believed. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

/** What a tester may have a payment do. `late` is paid a little after the buyer has come back. */
export const outcomes = ['succeed', 'fail', 'late', 'twice'] as const;
export type Outcome = (typeof outcomes)[number];

/** A checkout as the sandbox's own page shows it. */
export interface SandboxRecord {
  id: string;
  method: string;
  product: Product;
  due: Amount;
  outcome: Outcome | null;
}

/** The test provider, seen from its own checkout page. */
export interface SandboxPage {
  find(id: string): Promise<SandboxRecord | null>;
  /** Decides a payment once; says where the buyer goes and what the provider sends us. */
  decide(
    id: string,
    outcome: Outcome,
  ): Promise<{ goTo: string; deliveries: { body: string; headers: Record<string, string> }[] }>;
}
