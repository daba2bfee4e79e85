import type { CallName } from '#contract/calls';
import { paymentMethods, type MethodName } from '#contract/methods';

interface Purchase {
  product_id: string;
  user_origin?: string;
  withdrawal_consent?: boolean;
}

/** By the specification's table. */
export function purchaseCall(
  method: MethodName,
  type: 'sub' | 'once',
  common: Purchase,
): { name: CallName; input: object } {
  const { provider } = paymentMethods[method];
  const isSubscription = type === 'sub';
  if (provider === 'futurepay') {
    const market = { ...common, country_code: 'US', embed_mode: false };
    if (isSubscription) return { name: 'futurepay_subscribe', input: { ...market, payment_method: 'intercards' } };
    const currency = method === 'generic' ? {} : { currency: 'USD' };
    return { name: 'futurepay_buy', input: { ...market, ...currency, payment_method: method } };
  }
  if (provider === 'payssion') return { name: 'payssion_buy', input: { ...common, payment_method: method } };
  if (provider === 'evonet') {
    return { name: 'evonet_buy', input: { ...common, payment_mode: isSubscription ? 'dropin' : 'linkpay' } };
  }
  return { name: `${provider}_buy`, input: common };
}
