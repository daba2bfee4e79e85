interface Method {
  /** As people know it. */
  name: string;
  /** A few words below the name, where it needs them. */
  hint?: string;
  provider: ProviderName;
  /** Subscriptions need a method that can be charged again. */
  types: readonly ('sub' | 'once')[];
}

export const providerNames = ['stripe', 'paypal', 'nowpayments', 'payssion', 'onerway', 'evonet', 'futurepay'] as const;
export type ProviderName = (typeof providerNames)[number];

const both = ['sub', 'once'] as const;
const once = ['once'] as const;

/** Every way to pay, by the name it has in payments; which of them are offered is configuration. */
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

/** Whether a name kept with a payment is one of ours. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(paymentMethods, name);
}
