import type { PaymentProvider } from '#backend/providers/payments/port';

/** The provider's side, on this machine. */
interface Emulator {
  url: string;
  calls: { method: string; path: string; body: string }[];
  /** Answers 503 this many times, whatever is asked. */
  failNext(times: number): void;
}

export type Decision = 'paid' | 'failed' | 'expired' | 'refunded' | 'wrong amount' | 'wrong currency';

export interface Delivery {
  body: string;
  headers: Record<string, string>;
}

/** A driver with its provider on the other side. */
export interface ProviderSubject {
  provider: PaymentProvider;
  /** The same driver with keys that the provider does not know. */
  withWrongKeys: PaymentProvider;
  emulator: Emulator;
  /** What the provider was asked to take, in minor units. */
  requestedAmount(paymentId: string): { amount: number; currency: string } | undefined;
  /** The buyer's or the bank's part. */
  decide(paymentId: string, decision: Decision): void;
  /** What the provider sends us about it now. */
  webhook(paymentId: string): Delivery;
  can: Partial<Record<Decision, boolean>>;
  /** Whether a webhook can be told from a forged one: by a signature of its body, or by a key that its sender shows. */
  verifiesWebhooks: boolean | 'sender';
}
