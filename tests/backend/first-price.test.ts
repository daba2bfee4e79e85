import { expect, test } from 'vitest';
import { addPeriods } from '#contract';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { syncPayment } from '#backend/domain/payments/sync-payment';
import { ledgerOf } from '#tests/support/journey';
import { mailsWaitingFor } from '#tests/support/mails';
import { begin, decide, shop, verify } from '#tests/support/sandbox-shop';

test('of two subscriptions paid in two windows the newer renews; the older ends with its period, and its owner is mailed', async () => {
  const { backend, clock, ada } = await shop();
  const older = await begin(ada, 'light_month');
  const newer = await begin(ada, 'regular_month');
  for (const { id, checkout } of [older, newer]) {
    await decide(backend, checkout, 'succeed');
    await verify(ada, id, 'sub');
  }
  await sweepPayments(backend.deps);
  await sweepPayments(backend.deps);
  const mails = await mailsWaitingFor(backend, ada);
  expect(mails.filter((mail) => mail === 'subscription_surplus')).toHaveLength(1);

  clock.at(addPeriods(clock.now(), 'month', 1));
  await sweepPayments(backend.deps);
  expect(await ada.call('my_userinfo', {})).toMatchObject({
    user_status: 'premium',
    credit_num: 150 + 200 + 400,
    subscription: { product_id: 'regular_month', status: 'active' },
  });
  expect(await mailsWaitingFor(backend, ada)).not.toContain('subscription_ended'); // the other subscription is running
});

test('the first price is limited to a few open checkouts, and the same choice leads to the same one', async () => {
  const { backend, clock, ada } = await shop();
  const buy = (product_id: string, key: string) => ada.call('stripe_buy', { product_id }, key);
  const first = await buy('studio_year', 'studio-1');
  expect(await buy('studio_year', 'studio-2')).toEqual(first);
  const others = ['light_year', 'regular_year', 'light_month', 'regular_month', 'studio_month'];
  const tries = await Promise.allSettled(others.map((id) => buy(id, `key-of-${id}`)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const { reason } of tries.filter((one) => one.status === 'rejected')) {
    expect(reason).toMatchObject({ error: 'conflict', message: expect.stringContaining('open checkouts') });
  }
  expect(await buy('studio_year', 'studio-1')).toEqual(first);

  clock.at(new Date(clock.now().getTime() + 24 * 3_600_000 + 1));
  expect((await buy('studio_year', 'studio-3')).payment_id).not.toBe(first.payment_id);
  expect((await backend.db.selectFrom('payment').select('id').execute()).length).toBe(4);
});

test('checkouts paid at the first price at the same time buy credits at the first price once, then at the regular price', async () => {
  const { backend, ada } = await shop();
  const plans = ['light_month', 'regular_month', 'studio_month'];
  const begun = await Promise.all(plans.map((plan) => begin(ada, plan)));
  for (const { checkout } of begun) await decide(backend, checkout, 'succeed');
  const verified = await Promise.all(begun.map(({ id }) => verify(ada, id, 'sub')));
  const credits = verified.map(({ payment }) => payment.credits);
  const [first, regular] = [
    [150, 400, 1200],
    [75, 200, 600], // 399 of 799, 799 of 1599, 1999 of 3999 cents, rounded up
  ];
  expect(credits.filter((count, at) => count === first[at])).toHaveLength(1);
  expect(credits.filter((count, at) => count === regular[at])).toHaveLength(2);
  const sum = credits.reduce((total, count) => total + count, 0);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: sum, sum });
});

test('a first payment that went back leaves the first price to the next one', async () => {
  const { backend, ada } = await shop();
  const [refunded, kept] = [await begin(ada, 'light_month'), await begin(ada, 'regular_month')];
  await decide(backend, refunded.checkout, 'succeed');
  await verify(ada, refunded.id, 'sub');
  const driver = backend.deps.payments.providers.get('sandbox')!;
  const ref = { checkoutRef: refunded.checkout } as Parameters<typeof driver.refund>[0];
  await driver.refund(ref, { amount: 399, currency: 'USD' }, 'a');
  await syncPayment(backend.deps, refunded.id);
  await decide(backend, kept.checkout, 'succeed');
  expect((await verify(ada, kept.id, 'sub')).payment).toMatchObject({ status: 'paid', credits: 400 });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 400, sum: 400 });
});

test('the other open checkouts of first subscriptions expire when one is paid', async () => {
  const { backend, clock, ada } = await shop();
  const paid = await begin(ada, 'light_month');
  const [left, lost] = [await begin(ada, 'regular_month'), await begin(ada, 'studio_month')];
  const pack = await begin(ada, 'pack_50');
  clock.at(new Date(clock.now().getTime() + 1000));
  await decide(backend, paid.checkout, 'succeed');
  await verify(ada, paid.id, 'sub');
  await sweepPayments(backend.deps);
  const statuses = async () =>
    new Map((await ada.call('my_payment_lists', {})).items.map(({ payment_id, status }) => [payment_id, status]));
  expect(await statuses()).toEqual(
    new Map([
      [pack.id, 'created'],
      [lost.id, 'expired'],
      [left.id, 'expired'],
      [paid.id, 'paid'],
    ]),
  );
  await decide(backend, left.checkout, 'succeed');
  expect((await verify(ada, left.id, 'sub')).status).toBe('expired');
});
