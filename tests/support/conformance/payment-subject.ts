import type { PaymentProvider } from '#backend/providers/payments/port';

interface Emulator {
  url: string;
  calls: { method: string; path: string; body: string }[];
  /** Answers the next requests with 503. */
  failNext(times: number): void;
}

export type Decision = 'paid' | 'failed' | 'expired' | 'refunded' | 'wrong amount' | 'wrong currency';

export interface Delivery {
  body: string;
  headers: Record<string, string>;
}

export interface ProviderSubject {
  provider: PaymentProvider;
  withWrongKeys: PaymentProvider;
  emulator: Emulator;
  requestedAmount(paymentId: string): { amount: number; currency: string } | undefined;
  decide(paymentId: string, decision: Decision): void;
  webhook(paymentId: string): Delivery;
  can: Partial<Record<Decision, boolean>>;
  /** `sender`: by key only. */
  verifiesWebhooks: boolean | 'sender';
}
