import { expect, test } from 'vitest';

import { subscription } from '#contract/examples/account';

import { answer, exampleOf, answerError } from './support/fake-api';
import { get, run, post, readRedirect, readFormError } from './support/visit';

import * as credits from '~/routes/my.credits';
import * as checkout from '~/routes/pay';
import * as failed from '~/routes/payment-failed';
import * as success from '~/routes/payment-success';
import * as pricing from '~/routes/pricing';

const token = 'fs_1';
const [product] = exampleOf('payment_products').items;
const { product_id } = product!;
const payment = exampleOf('payment_verify').payment;
const address = `id=${payment.payment_id}&type=sub`;

const plans = async (path: string, visitor = {}) => pricing.loader(await get(path, visitor));
const buy = async (form: Record<string, string>, path = `/pricing?product=${product_id}`) =>
  run(async () => pricing.action(await post(path, form, { token })));

function catalogue() {
  const yearly = { ...product!, product_id: 'by_the_year', period: 'year' as const };
  const pack = { ...product!, product_id: 'pack', type: 'once' as const, period: null, first_price: null };
  return answer('payment_products', ({ input }) => ({
    items: input.type === 'once' ? [pack] : [{ ...product!, period: 'month' }, yearly],
  }));
}

test('the address says which plans are shown: by the month, by the year, or packs', async () => {
  catalogue();
  answer('payment_methods');
  answer('tool_lists');
  const shown = async (path: string) => {
    const data = (await plans(path)) as { products: { product_id: string }[] };
    return data.products.map((one) => one.product_id);
  };
  expect(await shown('/pricing')).toEqual([product_id]);
  expect(await shown('/pricing?period=year')).toEqual(['by_the_year']);
  expect(await shown('/pricing?pay=once')).toEqual(['pack']);
});

test('a visitor signs in and comes back to the choice', async () => {
  const outcome = await run(() => plans(`/pricing?product=${product_id}`));
  const { location } = await readRedirect(outcome);
  const login = new URL(location!, 'https://faceswap.test');
  expect(login.pathname).toBe('/login/google');
  expect(login.searchParams.get('redirect')).toBe(`/pricing?product=${product_id}`);
});

test('a buyer who was signed out comes back to the plan and the way to pay', async () => {
  for (const visitor of [{}, { token: 'fs_dead' }]) {
    answerError('payment_products', 'unauthenticated');
    const form = { product_id: 'pack_50', method: 'paypal', withdrawal_consent: 'true' };
    const outcome = await run(async () => pricing.action(await post('/pricing?product=pack_50', form, visitor)));
    const { location, snackbar } = await readRedirect(outcome);
    const login = new URL(location!, 'https://faceswap.test');
    expect(login.searchParams.get('redirect')).toBe('/pricing?product=pack_50&method=paypal');
    expect(snackbar).toMatchObject({ color: 'error' });
  }
});

test('the checkout offers the methods that can sell this product, and none other', async () => {
  catalogue();
  const [method] = exampleOf('payment_methods').items;
  const once = { ...method!, method: 'crypto' as const, types: ['once' as const] };
  answer('payment_methods', { items: [{ ...method!, types: ['sub', 'once'] }, once], is_test: false });
  answer('my_userinfo');
  const data = await plans(`/pricing?product=${product_id}`, { token });
  expect(data).toMatchObject({ step: 'checkout', product: { product_id }, methods: [{ method: method!.method }] });
  const gone = await run(() => plans('/pricing?product=gold', { token }));
  expect((gone as Response).status).toBe(404);
});

test('a method and the consent are asked for before anything is bought', async () => {
  const bought = answer('stripe_buy');
  const refused = readFormError(await buy({ product_id, method: 'cheque' }));
  expect(Object.keys(refused.fields)).toEqual(['method', 'withdrawal_consent']);
  expect(bought).toEqual([]);
});

test('pressing twice buys once; another method is another purchase', async () => {
  catalogue();
  const [paypal, stripe] = [answer('paypal_buy'), answer('stripe_buy')];
  const form = { product_id, withdrawal_consent: 'true', key: 'k' };
  for (const method of ['paypal', 'paypal', 'stripe']) {
    const { location } = await readRedirect(await buy({ ...form, method }));
    expect(location).toMatch(/^\/pay\?/);
  }
  const keys = [...paypal, ...stripe].map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual(['k:paypal', 'k:paypal', 'k:stripe']);
  expect(paypal[0]!.input).toMatchObject({
    product_id,
    user_origin: 'https://faceswap.test',
    withdrawal_consent: true,
  });
});

test('each method goes to its own call with what that call wants', async () => {
  catalogue();
  const futurepay = answer('futurepay_buy');
  const evonet = answer('evonet_buy');
  const payssion = answer('payssion_buy');
  const form = { product_id: 'pack', withdrawal_consent: 'true', key: 'k' };
  for (const method of ['googlepay', 'evonet', 'skrill']) await buy({ ...form, method });
  expect(futurepay[0]!.input).toMatchObject({ payment_method: 'googlepay', country_code: 'US', currency: 'USD' });
  expect(evonet[0]!.input).toMatchObject({ payment_mode: 'linkpay' });
  expect(payssion[0]!.input).toMatchObject({ payment_method: 'skrill' });
});

test('a provider that does not answer is a sentence on the page, with what was chosen kept', async () => {
  catalogue();
  const message = 'The payment provider did not accept this. Nothing was paid: please choose another way to pay.';
  answerError('stripe_buy', 'conflict', { message });
  const refused = readFormError(await buy({ product_id, method: 'stripe', withdrawal_consent: 'true', key: 'k' }));
  expect(refused).toMatchObject({ message, values: { method: 'stripe', product_id } });
});

test('a plan is changed, and the credits page says from when', async () => {
  const changed = answer('subscription_change');
  const outcome = await readRedirect(await buy({ intent: 'change', product_id: 'studio_month' }));
  expect(outcome).toMatchObject({ location: '/my/credits', snackbar: { color: 'success' } });
  expect(changed[0]!.input).toEqual({ product_id: 'studio_month' });
});

test('a change that has not begun is taken back, and the credits page says so', async () => {
  answer('subscription_change', { ...exampleOf('subscription_change'), next_product_id: null });
  const outcome = await readRedirect(await buy({ intent: 'change', product_id: 'light_month' }));
  expect(outcome.snackbar?.message).toBe('Your plan stays as it is.');
});

test('the plan that a user has is not offered to that user; one that ends with its period can be kept', async () => {
  catalogue();
  answer('payment_methods');
  const quoted = answer('subscription_quote');
  const visit = async (next: string | null) => {
    const running = { ...subscription, product_id, next_product_id: next, next_name: next };
    answer('my_userinfo', { ...exampleOf('my_userinfo'), subscription: running });
    return run(() => plans(`/pricing?product=${product_id}`, { token }));
  };
  const { location, snackbar } = await readRedirect(await visit(null));
  expect([location, snackbar?.message]).toEqual(['/my/credits', 'Light is your plan already.']);
  expect(quoted).toEqual([]);
  expect(await visit('studio_month')).toMatchObject({ step: 'checkout', quote: { refusal: null } });
});

test('a dearer plan is paid for by its quote, and not without the consent', async () => {
  catalogue();
  answer('payment_methods');
  answer('my_userinfo', { ...exampleOf('my_userinfo'), subscription: { ...subscription, product_id } });
  const quoted = answer('subscription_quote');
  const data = await plans('/pricing?product=by_the_year', { token });
  expect(data).toMatchObject({ quote: { offer: { due: { amount: 1200 } }, refusal: null } });
  expect(quoted[0]!.input).toEqual({ product_id: 'by_the_year' });
  answerError('subscription_quote', 'conflict', { message: 'This plan cannot be changed into that one.' });
  const refusal = 'This plan cannot be changed into that one.';
  expect(await plans('/pricing?product=by_the_year', { token })).toMatchObject({ quote: { offer: null, refusal } });

  const changed = answer('subscription_change');
  const { as_of } = exampleOf('subscription_quote');
  const form = { intent: 'change', product_id: 'by_the_year', as_of };
  expect(Object.keys(readFormError(await buy(form)).fields)).toEqual(['withdrawal_consent']);
  await buy({ ...form, withdrawal_consent: 'true' });
  expect(changed.map(({ input }) => input)).toEqual([{ product_id: 'by_the_year', as_of, withdrawal_consent: true }]);
});

test('an outcome page believes the provider and not its address', async () => {
  answer('my_userinfo');
  const outcome = async (page: typeof success | typeof failed, status: typeof payment.status) => {
    answer('payment_verify', { status, payment: { ...payment, status } });
    const path = page === success ? '/payment-success' : '/payment-failed';
    return run(async () => page.loader(await get(`${path}?${address}`, { token })));
  };
  expect(await outcome(success, 'paid')).toMatchObject({ state: 'paid' });
  expect(await outcome(success, 'pending')).toMatchObject({ state: 'pending' });
  expect(await outcome(success, 'disputed')).toMatchObject({ state: 'returned' });
  expect(await outcome(success, 'partially_paid')).toMatchObject({ state: 'short' });
  expect((await readRedirect(await outcome(success, 'failed'))).location).toBe(`/payment-failed?${address}`);
  expect((await readRedirect(await outcome(failed, 'paid'))).location).toBe(`/payment-success?${address}`);
  const others = [
    exampleOf('payment_methods').items[0]!,
    { ...exampleOf('payment_methods').items[0]!, method: 'paypal' as const },
  ];
  answer('payment_methods', { items: others, is_test: false });
  expect(await outcome(failed, 'cancelled')).toMatchObject({ state: 'failed', otherMethods: [{ method: 'paypal' }] });
  expect(await outcome(failed, 'created')).toMatchObject({ state: 'pending' });
  for (const status of ['refunded', 'partially_refunded', 'disputed'] as const)
    expect((await readRedirect(await outcome(failed, status))).location).toBe(`/payment-success?${address}`);
});

test('a checkout that is closed unpaid is not on its way', async () => {
  const open = { ...payment, status: 'created' as const };
  const closed = { ...open, can_continue: false };
  const visit = async () => run(async () => success.loader(await get(`/payment-success?${address}`, { token })));
  answer('payment_verify', { status: 'created', payment: { ...open, can_continue: true } });
  expect(await visit()).toMatchObject({ state: 'pending' });
  answer('payment_verify', { status: 'created', payment: closed });
  expect((await readRedirect(await visit())).location).toBe(`/payment-failed?${address}`);
});

test.each([
  ['paid', '/my/credits'],
  ['pending', `/payment-success?${address}`],
  ['failed', `/payment-failed?${address}`],
  ['created', `/payment-failed?${address}`],
] as const)('a checkout that cannot go on leads to its payment, which is %s', async (status, target) => {
  answerError('payment_checkout', status === 'created' ? 'expired' : 'conflict');
  answer('payment_verify', { status, payment: { ...payment, status } });
  const args = await get(`/pay?payment=${payment.payment_id}`, { token });
  const { location, snackbar } = await readRedirect(await run(() => checkout.loader(args)));
  expect(location).toBe(target);
  if (status === 'paid') expect(snackbar?.message).toContain('is paid already');
});

test('a checkout of another user, or of none, is not found', async () => {
  answerError('payment_checkout', 'not_found');
  for (const query of [`?payment=${payment.payment_id}`, '?payment=1', '']) {
    const args = await get(`/pay${query}`, { token });
    expect(((await run(() => checkout.loader(args))) as Response).status).toBe(404);
  }
});

test('a shared, forged or empty outcome address tells nothing', async () => {
  const at = async (path: string, visitor = {}) => success.loader(await get(path, visitor));
  expect(await at(`/payment-success?${address}`)).toMatchObject({
    state: 'signed-out',
    loginUrl: `/login/google?redirect=${encodeURIComponent(`/payment-success?${address}`)}`,
  });
  for (const query of ['', '?id=1&type=sub', `?id=${payment.payment_id}`, `?id=${payment.payment_id}&type=gift`]) {
    expect(await at(`/payment-success${query}`, { token })).toEqual({ state: 'none' });
  }
  answerError('payment_verify', 'not_found');
  expect(await at(`/payment-success?${address}`, { token })).toEqual({ state: 'unknown' });
});

test('a subscription is cancelled and goes on, and a refund wants its reason', async () => {
  const act = async (form: Record<string, string>) =>
    run(async () => credits.action(await post('/my/credits', form, { token })));
  const [cancelled, resumed] = [answer('subscription_cancel'), answer('subscription_resume')];
  const asked = answer('payment_refund_request');
  expect((await readRedirect(await act({ intent: 'cancel' }))).snackbar?.message).toContain('nothing will be charged');
  expect((await readRedirect(await act({ intent: 'resume' }))).snackbar?.message).toContain('continues');
  const refund = { intent: 'refund', payment_id: payment.payment_id };
  expect(readFormError(await act({ ...refund, reason: '' })).fields.reason).toContain('Tell us why');
  await act({ ...refund, reason: 'Bought twice' });
  expect([cancelled.length, resumed.length, asked.length]).toEqual([1, 1, 1]);
});

test('an unknown form of the credits page is not taken for a request of a refund', async () => {
  const { message } = readFormError(await credits.action(await post('/my/credits', { intent: 'pause' }, { token })));
  expect(message).toBe('Unknown form. Reload the page and try again.');
});
