import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addPeriods } from '#contract';
import { postEntry } from '#backend/domain/credits/ledger';
import { limits } from '#backend/domain/limits';
import { handleEvent } from '#backend/domain/payments/handle-event';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { syncPayment } from '#backend/domain/payments/sync-payment';
import type { RateLimit } from '#backend/providers/limits/port';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';
import { paypal } from '#tests/support/providers/paypal';
import { stripe } from '#tests/support/providers/stripe';
import { begin, decide, shop, verify } from '#tests/support/sandbox-shop';

async function handleEvents(backend: TestBackend) {
  const events = await backend.db.selectFrom('payment_event').select('id').where('handled_at', 'is', null).execute();
  for (const { id } of events) await handleEvent(backend.deps, { event_id: id }, true);
  return events.length;
}

test('a pack is credited once, however often its status is requested', async () => {
  const { backend, ada } = await shop();
  const { id, checkout } = await begin(ada);
  expect((await verify(ada, id)).status).toBe('created');
  const back = await decide(backend, checkout, 'twice');
  expect(back.headers.get('location')).toBe(`https://faceswap.test/payment-success?id=${id}&type=once`);
  await Promise.all(Array.from({ length: 20 }, () => verify(ada, id)));
  expect(await handleEvents(backend)).toBe(1);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 50, sum: 50 });
  expect((await ada.call('my_payment_lists', {})).items).toMatchObject([
    { payment_id: id, status: 'paid', amount: 399 },
  ]);
});

test('a payment arrives by webhook before the return, and without any webhook', async () => {
  const { backend, ada } = await shop();
  const { checkout } = await begin(ada);
  await decide(backend, checkout, 'succeed');
  await handleEvents(backend);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 50 });
});

test('a late payment is pending on return and completes without the buyer', async () => {
  const { backend, clock, ada } = await shop();
  const { id, checkout } = await begin(ada);
  await decide(backend, checkout, 'late');
  expect((await verify(ada, id)).status).toBe('pending');
  clock.at(new Date(clock.now().getTime() + 120_000));
  await sweepPayments(backend.deps);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 50 });
});

test('a failed payment grants nothing, and a checkout has one outcome', async () => {
  const { backend, ada } = await shop();
  const { id, checkout } = await begin(ada);
  const back = await decide(backend, checkout, 'fail');
  expect(back.headers.get('location')).toContain(`/payment-failed?id=${id}`);
  await decide(backend, checkout, 'succeed');
  await handleEvents(backend);
  expect((await verify(ada, id)).status).toBe('failed');
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, entries: [] });
});

test('return links of another account, of no payment or of another type are not found', async () => {
  const { backend, ada } = await shop();
  const eve = await member(backend, { credits: 0 });
  const { id, checkout } = await begin(ada);
  await decide(backend, checkout, 'succeed');
  const attempts = [
    () => verify(eve, id),
    () => verify(ada, '019a9e00-0000-7000-8000-00000000b0ff'),
    () => verify(ada, id, 'sub'),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404 });
  for (const call of ['payment_checkout', 'payment_invoice'] as const) {
    await expect(eve.call(call, { payment_id: id })).rejects.toMatchObject({ status: 404 });
  }
  expect(await ledgerOf(backend, eve)).toMatchObject({ balance: 0 });
});

test('the same key continues the same payment; with another product it is refused', async () => {
  const { ada } = await shop();
  const key = 'one-press-of-a-button';
  const both = await Promise.all([1, 2].map(() => ada.call('paypal_buy', { product_id: 'pack_50' }, key)));
  expect(both[0]).toEqual(both[1]);
  await expect(ada.call('paypal_buy', { product_id: 'pack_200' }, key)).rejects.toMatchObject({
    error: 'idempotency_mismatch',
  });
});

test('a webhook that is forged, changed or stale is refused', async () => {
  const { backend, clock, ada } = await shop();
  const { checkout } = await begin(ada);
  const { deliveries } = await backend.sandbox.decide(checkout, 'succeed');
  const [{ body, headers }] = deliveries as [{ body: string; headers: Record<string, string> }];
  const send = (text: string, given: Record<string, string>) =>
    backend.fetch('/webhook/sandbox', { method: 'POST', body: text, headers: given });
  expect((await send(body, {})).status).toBe(422);
  expect((await send(body.replace(':decided', ':forged'), headers)).status).toBe(422);
  clock.at(new Date(clock.now().getTime() + 301_000));
  expect((await send(body, headers)).status).toBe(422);
  expect((await backend.fetch('/webhook/nobody', { method: 'POST', body })).status).toBe(404);
  expect(await handleEvents(backend)).toBe(0);
});

const consume = ({ deps }: TestBackend, limit: RateLimit, key: string, points = limit.points) =>
  Promise.all(Array.from({ length: points }, () => deps.limits.consume(limit, key)));

test('beyond its limit an account gets the known state of a payment, and the provider is not asked', async () => {
  const { provider, emulator, decide: decideAt } = await stripe();
  const backend = await openBackend({}, { providers: [provider] });
  const ada = await member(backend, { credits: 0 });
  const { payment_id: id } = await ada.call('stripe_buy', { product_id: 'pack_50' });
  await consume(backend, limits.paymentCheckOfAccount, ada.accountId);
  decideAt(id, 'paid');
  const asked = emulator.calls.length;
  expect((await verify(ada, id)).status).toBe('created');
  expect(emulator.calls).toHaveLength(asked);
  await syncPayment(backend.deps, id);
  expect((await verify(ada, id)).status).toBe('paid');
});

test('a network that sends forged messages no longer makes the site ask PayPal; genuine ones are not counted', async () => {
  const { provider, emulator, decide: decideAt, webhook } = await paypal();
  const backend = await openBackend({}, { providers: [provider] });
  const ada = await member(backend, { credits: 0 });
  const { payment_id: id } = await ada.call('paypal_buy', { product_id: 'pack_50' });
  decideAt(id, 'paid');
  const { body, headers } = webhook(id);
  const send = async (text: string, from: string) =>
    (await backend.fetch('/webhook/paypal', { method: 'POST', body: text, headers }, from)).status;
  const forged = body.replace(/"id":"[^"]+"/, '"id":"WH-forged"');
  const limit = limits.refusedEventFromAddress;
  await consume(backend, limit, '203.0.113.7', limit.points - 1);
  expect(await send(body, '203.0.113.7')).toBe(200);
  expect(await send(body, '203.0.113.7')).toBe(200);
  expect(await send(forged, '203.0.113.7')).toBe(422);
  const asked = emulator.calls.length;
  expect(await send(forged, '203.0.113.7')).toBe(429);
  expect(emulator.calls).toHaveLength(asked);
  expect(await send(body, '198.51.100.9')).toBe(200);
});

test('an event whose payment id is no id is closed as not ours', async () => {
  const { backend, clock } = await shop();
  const subject = JSON.stringify({ kind: 'payment', paymentId: '-'.repeat(36) });
  const { id: event_id } = await backend.db
    .insertInto('payment_event')
    .values({ id: randomUUID(), provider: 'sandbox', event_key: 'made elsewhere', subject, received_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await handleEvent(backend.deps, { event_id }, true)).toBe('skipped');
  expect(await handleEvents(backend)).toBe(0);
});

test('an event about a payment whose checkout was never stored is handled once', async () => {
  const { backend, ada } = await shop();
  const { checkout } = await begin(ada);
  await decide(backend, checkout, 'fail');
  await backend.db.updateTable('payment').set({ checkout_ref: null, action: null }).execute(); // the server ended before
  expect(await handleEvents(backend)).toBe(1);
  expect(await handleEvents(backend)).toBe(0);
});

test('a subscription costs half at first, credits each period once, is cancelled with one call, then ends', async () => {
  const { backend, clock, ada } = await shop();
  const start = clock.now();
  const { id, checkout } = await begin(ada, 'regular_month');
  await decide(backend, checkout, 'succeed');
  const { payment } = await verify(ada, id, 'sub');
  expect(payment).toMatchObject({ status: 'paid', amount: 799 });
  expect(await ada.call('my_userinfo', {})).toMatchObject({
    user_status: 'premium',
    credit_num: 400,
    subscription: { product_id: 'regular_month', status: 'active', renews_at: '2026-12-21T10:00:00.000Z' },
  });
  await expect(ada.call('stripe_buy', { product_id: 'light_month' })).rejects.toMatchObject({ error: 'conflict' });

  clock.at(addPeriods(start, 'month', 2));
  await Promise.all([sweepPayments(backend.deps), sweepPayments(backend.deps)]);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 1200 });
  const { items } = await ada.call('my_payment_lists', {});
  expect(items.map(({ amount, status }) => [amount, status])).toEqual([
    [1599, 'paid'],
    [1599, 'paid'],
    [799, 'paid'],
  ]);

  expect(await ada.call('subscription_cancel', {})).toMatchObject({ cancel_at_period_end: true, renews_at: null });
  expect((await ada.call('subscription_resume', {})).cancel_at_period_end).toBe(false);
  await ada.call('subscription_cancel', {});
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'premium' });
  clock.at(addPeriods(start, 'month', 4));
  await sweepPayments(backend.deps);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'expired', credit_num: 1200 });
  await expect(ada.call('subscription_cancel', {})).rejects.toMatchObject({ error: 'not_found' });
  const again = await ada.call('stripe_buy', { product_id: 'light_month' });
  expect(again.action.type).toBe('redirect');
  const open = await backend.db.selectFrom('payment').select('amount').where('id', '=', again.payment_id).execute();
  expect(open).toEqual([{ amount: 799 }]);
});

test('an upgrade is quoted for today from the first moment of the period on', async () => {
  const { backend, clock, ada } = await shop();
  clock.at(new Date(Math.floor(clock.now().getTime() / 1000) * 1000 + 700));
  const { id, checkout } = await begin(ada, 'light_month');
  await decide(backend, checkout, 'succeed');
  await verify(ada, id, 'sub');
  const product_id = 'studio_month';
  const { begins, as_of } = await ada.call('subscription_quote', { product_id });
  expect(begins).toBe('now');
  const changed = await ada.call('subscription_change', { product_id, as_of, withdrawal_consent: true });
  expect(changed).toMatchObject({ product_id });
});

test('a changed plan begins with the next period, with its own price and credits', async () => {
  const { backend, clock, ada } = await shop();
  const { id, checkout } = await begin(ada, 'light_month');
  await decide(backend, checkout, 'succeed');
  await verify(ada, id, 'sub');
  expect(await ada.call('subscription_change', { product_id: 'studio_month' })).toMatchObject({
    product_id: 'light_month',
    next_product_id: 'studio_month',
  });
  clock.at(addPeriods(clock.now(), 'month', 1));
  await sweepPayments(backend.deps);
  expect(await ada.call('my_userinfo', {})).toMatchObject({
    credit_num: 150 + 1200,
    subscription: { product_id: 'studio_month' },
  });
});

test('a refund takes its credits back; spent ones are owed, and settled by later credits', async () => {
  const { backend, ada } = await shop();
  const { id, checkout } = await begin(ada);
  await decide(backend, checkout, 'succeed');
  await verify(ada, id);
  const { db, deps } = backend;
  const spend = { accountId: ada.accountId, kind: 'hold', delta: -30, reference: 'order', note: '' } as const;
  await db.transaction().execute((trx) => postEntry(trx, spend));

  const driver = deps.payments.providers.get('sandbox')!;
  const ref = { checkoutRef: checkout } as Parameters<typeof driver.refund>[0];
  await driver.refund(ref, { amount: 199, currency: 'USD' }, 'a');
  await syncPayment(deps, id);
  await syncPayment(deps, id);
  expect((await ada.call('my_credit_lists', {})).items[0]).toMatchObject({
    kind: 'reversal',
    delta: -20,
    balance_after: 0,
  });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
  const owed = await db.selectFrom('credit_debt').select(['owed', 'settled']).execute();
  expect(owed).toEqual([{ owed: 4, settled: 0 }]);

  const second = await ada.call('stripe_buy', { product_id: 'pack_200' }, 'another-key');
  const url = new URL((second.action as { url: string }).url);
  await decide(backend, url.searchParams.get('checkout')!, 'succeed');
  await verify(ada, second.payment_id);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 196, sum: 196 });
});

test('an unconfirmed account cannot buy', async () => {
  const { backend } = await shop();
  const bo = await member(backend, { isConfirmed: false });
  await expect(bo.call('stripe_buy', { product_id: 'pack_50' })).rejects.toMatchObject({
    error: 'activation_required',
  });
  await expect((await member(backend)).call('stripe_buy', { product_id: 'gold' })).rejects.toMatchObject({
    status: 404,
  });
});

test('a method that cannot renew sells no subscription', async () => {
  const { ada } = await shop();
  await expect(ada.call('nowpayments_buy', { product_id: 'light_month' })).rejects.toMatchObject({ error: 'conflict' });
});

test('a refund can be requested for a payment that has arrived', async () => {
  const { backend, ada } = await shop();
  const { id, checkout } = await begin(ada);
  await decide(backend, checkout, 'succeed');
  await verify(ada, id);
  const asked = await ada.call('payment_refund_request', { payment_id: id, reason: 'Bought twice' });
  expect(asked.refund_requested).toBe(true);
});

test('several payments of an account arrive at the same time', async () => {
  const { backend, ada } = await shop();
  const begun = await Promise.all(['pack_50', 'pack_200', 'pack_600'].map((pack) => begin(ada, pack)));
  for (const { checkout } of begun) await decide(backend, checkout, 'succeed');
  const verified = await Promise.all(begun.map(({ id }) => verify(ada, id)));
  expect(verified.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 850, sum: 850 });
});

test('an event whose job still has attempts is not queued again, one without a job is', async () => {
  const { backend, clock, ada } = await shop();
  const { checkout } = await begin(ada);
  await decide(backend, checkout, 'succeed');
  const jobs = async () =>
    (
      await backend.pool.query(
        `select attempts from graphile_worker._private_jobs where key is not null and payload->>'event_id' is not null`,
      )
    ).rows;
  await backend.pool.query(
    `update graphile_worker._private_jobs set attempts = 5 where payload->>'event_id' is not null`,
  );
  clock.at(new Date(clock.now().getTime() + 121_000));
  await sweepPayments(backend.deps);
  expect(await jobs()).toEqual([{ attempts: 5 }]);
  await backend.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where payload->>'event_id' is not null`,
  );
  await sweepPayments(backend.deps);
  expect(await jobs()).toEqual([{ attempts: 0 }]);
});

test('the test checkout of a decided payment leads back to the payments, after the back button', async () => {
  const { backend, ada } = await shop();
  const { checkout } = await begin(ada);
  await decide(backend, checkout, 'succeed');
  const page = await (await backend.fetch(`/dev/pay?checkout=${checkout}`)).text();
  expect(page).toContain('decided already. <a href="/my/credits">See your payments</a>');
  expect(page).not.toContain('<form');
});

test('a broken form of the test checkout is refused', async () => {
  const { backend } = await shop();
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const answer = await backend.fetch('/dev/pay', { method: 'POST', headers, body: '--x\r\ncut' });
  expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'invalid_input' }]);
});
