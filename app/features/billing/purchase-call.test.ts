import { expect, test } from 'vitest';
import { calls, methodNames, paymentMethods, type Call } from '#contract';

import { purchaseCall } from './purchase-call';

const common = { product_id: 'p', user_origin: 'https://faceswap.test' };

/** The specification's table: path and extra fields, by method and type. */
const table: Record<string, [path: string, fields: object]> = {
  'stripe once': ['/stripe/buy', {}],
  'stripe sub': ['/stripe/buy', {}],
  'paypal once': ['/paypal/buy', {}],
  'paypal sub': ['/paypal/buy', {}],
  'crypto once': ['/nowpayments/buy', {}],
  'onerway once': ['/onerway/buy', {}],
  'onerway sub': ['/onerway/buy', {}],
  'evonet once': ['/evonet/buy', { payment_mode: 'linkpay' }],
  'evonet sub': ['/evonet/buy', { payment_mode: 'dropin' }],
  'cards once': ['/futurepay/buy', { payment_method: 'cards', country_code: 'US', currency: 'USD', embed_mode: false }],
  'cards sub': ['/futurepay/subscribe', { payment_method: 'intercards', country_code: 'US', embed_mode: false }],
  'googlepay once': [
    '/futurepay/buy',
    { payment_method: 'googlepay', country_code: 'US', currency: 'USD', embed_mode: false },
  ],
  'applepay once': [
    '/futurepay/buy',
    { payment_method: 'applepay', country_code: 'US', currency: 'USD', embed_mode: false },
  ],
  'generic once': ['/futurepay/buy', { payment_method: 'generic', country_code: 'US', embed_mode: false }],
  'skrill once': ['/payssion/buy', { payment_method: 'skrill' }],
  'trustly once': ['/payssion/buy', { payment_method: 'trustly' }],
  'afterpay_us once': ['/payssion/buy', { payment_method: 'afterpay_us' }],
  'paysafecard once': ['/payssion/buy', { payment_method: 'paysafecard' }],
};

test('each payment method uses the call and the fields of the specification’s table', () => {
  const made = methodNames.flatMap((method) =>
    paymentMethods[method].types.map((type) => {
      const { name, input } = purchaseCall(method, type, common);
      const call = calls[name] as Call;
      expect(call.input.safeParse(input).success, `${method} ${type}`).toBe(true);
      return [`${method} ${type}`, [call.path, input]] as const;
    }),
  );
  const wanted = Object.entries(table).map(([key, [path, fields]]) => [key, [path, { ...common, ...fields }]]);
  expect(Object.fromEntries(made)).toEqual(Object.fromEntries(wanted));
});

test('a FuturePay subscription defaults to intercards, the US and the hosted page', () => {
  expect(calls.futurepay_subscribe.input.parse({ product_id: 'p' })).toMatchObject({
    ...{ payment_method: 'intercards', country_code: 'US', embed_mode: false },
  });
});
