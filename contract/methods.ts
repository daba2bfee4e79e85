interface Method {
  name: string;
  hint?: string;
  provider: ProviderName;
  /** Subscriptions need a method that supports recurring charges. */
  types: readonly ('sub' | 'once')[];
}

export type ProviderName = 'stripe' | 'paypal' | 'nowpayments' | 'payssion' | 'onerway' | 'evonet' | 'futurepay';

const both = ['sub', 'once'] as const;
const once = ['once'] as const;

/** By the name stored with payments. */
export const paymentMethods = {
  stripe: { name: 'Card', hint: 'Visa, Mastercard, American Express', provider: 'stripe', types: both },
  paypal: { name: 'PayPal', hint: 'You confirm on PayPal’s page', provider: 'paypal', types: both },
  cards: { name: 'Card', hint: 'By FuturePay', provider: 'futurepay', types: both },
  googlepay: { name: 'Google Pay', provider: 'futurepay', types: once },
  applepay: { name: 'Apple Pay', provider: 'futurepay', types: once },
  generic: { name: 'More ways', hint: 'Chosen on FuturePay’s page', provider: 'futurepay', types: once },
  onerway: { name: 'Card or local method', hint: 'By Onerway', provider: 'onerway', types: both },
  evonet: { name: 'Card or wallet', hint: 'By Evonet', provider: 'evonet', types: both },
  skrill: { name: 'Skrill', provider: 'payssion', types: once },
  trustly: { name: 'Trustly', hint: 'From your bank account', provider: 'payssion', types: once },
  afterpay_us: { name: 'Afterpay', hint: 'In four parts', provider: 'payssion', types: once },
  paysafecard: { name: 'paysafecard', hint: 'Paid with cash before', provider: 'payssion', types: once },
  crypto: { name: 'Crypto', hint: 'Bitcoin, Ether, USDT and others', provider: 'nowpayments', types: once },
} as const satisfies Record<string, Method>;

export type MethodName = keyof typeof paymentMethods;
export const methodNames = Object.keys(paymentMethods) as [MethodName, ...MethodName[]];

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(paymentMethods, name);
}
