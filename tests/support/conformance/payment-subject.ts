import type { PaymentProvider } from '#backend/providers/payments/port';

interface Emulator {
  url: string;
  calls: { method: string; path: string; body: string }[];
  /** Answers the next requests with 503. */
  failNext(times: number): void;
}

export type Decision = 'paid' | 'failed' | 'expired' | 'refunded' | 'wrong amount' | 'wrong currency';

export const renewalDecisions = ['paid', 'failed', 'cancelled', 'expired', 'pending'] as const;
export type RenewalDecision = (typeof renewalDecisions)[number];

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
  /** Of providers whose renewals this site charges. */
  decideRenewals?(decision: RenewalDecision): void;
  webhook(paymentId: string): Delivery;
  can: Partial<Record<Decision, boolean>>;
  /** `sender`: by key only. */
  verifiesWebhooks: boolean | 'sender';
}
