import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addPeriods } from '#contract';
import { handleEvent } from '#backend/domain/payments/handle-event';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { member, openBackend } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';
import { mailsWaitingFor } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';
import { paypal } from '#tests/support/providers/paypal';

async function shop() {
  let now = new Date('2026-11-21T10:00:00Z');
  const subject = await paypal({ now: () => now });
  const backend = await openBackend({ tokenDays: 3650 }, { providers: [subject.provider] });
  backend.deps.now = () => now;
  const ada = await member(backend, { credits: 0 });

  async function tell(type: string, resource: object): Promise<number> {
    const { body, headers } = subject.message(type, resource);
    const { status } = await backend.fetch('/webhook/paypal', { method: 'POST', body, headers });
    const open = await backend.db.selectFrom('payment_event').select('id').where('handled_at', 'is', null).execute();
    for (const event of open) await handleEvent(backend.deps, { event_id: event.id }, true);
    return status;
  }
  const later = (months: number, days = 0) =>
    (now = new Date(addPeriods(now, 'month', months).getTime() + days * 86_400_000));
  return { subject, backend, ada, tell, later, standing: () => ada.call('my_userinfo', {}) };
}

async function subscribed() {
  const shopped = await shop();
  const { ada, subject, tell } = shopped;
  const { payment_id: id } = await ada.call('paypal_buy', { product_id: 'light_month' });
  expect(await ada.call('payment_verify', { id, type: 'sub' })).toMatchObject({ status: 'created' });
  subject.decide(id, 'paid');
  const agreement = subject.books.agreementOf(id)!;
  const sold = () => ({ id: agreement.payments.at(-1)!.id, billing_agreement_id: agreement.id });
  await tell('BILLING.SUBSCRIPTION.ACTIVATED', { id: agreement.id, custom_id: id });
  return { ...shopped, id, agreement, sold };
}

test('paypal: half price first, each sale credits its period once, suspended and resumed', async () => {
  const { subject, backend, ada, id, tell, sold, later, standing } = await subscribed();
  expect(await standing()).toMatchObject({ user_status: 'premium', credit_num: 150 });
  later(1);
  subject.books.renew(id);
  for (let times = 0; times < 2; times++) expect(await tell('PAYMENT.SALE.COMPLETED', sold())).toBe(200);
  await sweepPayments(backend.deps);
  expect(await standing()).toMatchObject({ credit_num: 300 });

  later(1);
  subject.books.renew(id, false);
  await tell('BILLING.SUBSCRIPTION.SUSPENDED', { id: subject.books.agreementOf(id)!.id });
  expect((await standing()).subscription).toMatchObject({ status: 'past_due' });
  expect(await mailsWaitingFor(backend, ada)).toContain('payment_failed');
  subject.books.renew(id);
  await tell('PAYMENT.SALE.COMPLETED', sold());
  expect((await standing()).subscription).toMatchObject({ status: 'active' });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 450, sum: 450 });
  const { items } = await ada.call('my_payment_lists', {});
  expect(items.map(({ amount, status }) => [amount, status])).toEqual([
    [799, 'paid'],
    [799, 'paid'],
    [399, 'paid'],
  ]);
});

test('paypal: a cancellation is immediate there, ends with the period here, and cannot be undone', async () => {
  const { backend, ada, agreement, later, standing } = await subscribed();
  expect(await ada.call('subscription_cancel', {})).toMatchObject({ cancel_at_period_end: true });
  expect(agreement.status).toBe('CANCELLED');
  const final = { error: 'conflict', message: expect.stringContaining('cannot undo a cancellation') };
  await expect(ada.call('subscription_resume', {})).rejects.toMatchObject(final);
  expect(await standing()).toMatchObject({
    user_status: 'premium',
    credit_num: 150,
    subscription: { can_resume: false },
  });
  later(1, 1);
  await sweepPayments(backend.deps);
  expect(await standing()).toMatchObject({ user_status: 'expired', credit_num: 150 });
  expect(await mailsWaitingFor(backend, ada)).toEqual(
    expect.arrayContaining(['subscription_cancelled', 'subscription_ended']),
  );
});

test('paypal: a plan cannot be changed before the next subscription', async () => {
  const { ada } = await subscribed();
  for (const call of ['subscription_quote', 'subscription_change'] as const) {
    const refusal = { error: 'conflict', message: expect.stringContaining('Cancel this one') };
    await expect(ada.call(call, { product_id: 'studio_month' })).rejects.toMatchObject(refusal);
  }
});

test('paypal: a subscription neither renewed nor ended expires; a late payment revives it', async () => {
  const { subject, backend, id, tell, sold, later, standing } = await subscribed();
  later(1, 8);
  subject.books.renew(id, false);
  await sweepPayments(backend.deps);
  expect(await standing()).toMatchObject({ user_status: 'expired' });
  subject.books.renew(id);
  await tell('PAYMENT.SALE.COMPLETED', sold());
  expect(await standing()).toMatchObject({
    user_status: 'premium',
    credit_num: 300,
    subscription: { status: 'active' },
  });
});

test('paypal: after a missed cycle a payment buys the period in which it is made', async () => {
  const { subject, backend, ada, id, agreement, tell, sold, later, standing } = await subscribed();
  later(1, 8);
  subject.books.renew(id, false);
  await sweepPayments(backend.deps);
  expect(await standing()).toMatchObject({ user_status: 'expired' });
  later(0, 27); // 25 January
  for (const renews_at of ['2027-02-21T10:00:00.000Z', '2027-03-21T10:00:00.000Z']) {
    subject.books.renew(id);
    await tell('PAYMENT.SALE.COMPLETED', sold());
    const subscription = { status: 'active', renews_at };
    expect(await standing()).toMatchObject({ user_status: 'premium', subscription });
    later(1);
  }
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 450, sum: 450 });
  await ada.call('subscription_cancel', {});
  expect(agreement.status).toBe('CANCELLED');
});

test('paypal: with its account, a subscription that expired here ends at PayPal, too', async () => {
  const { subject, backend, ada, id, agreement, later, standing } = await subscribed();
  later(1, 8);
  subject.books.renew(id, false);
  await sweepPayments(backend.deps);
  expect(await standing()).toMatchObject({ user_status: 'expired' });
  await sql`update access_token set created_at = ${backend.deps.now()}`.execute(backend.db); // a recent login
  await ada.call('del_account', { uid: ada.accountId });
  expect(agreement.status).toBe('CANCELLED');
});

test('paypal: after a missed cycle a payment early on its day buys the period that begins later on that day', async () => {
  const { subject, backend, id, tell, sold, later, standing } = await subscribed();
  later(2, -0.25); // PayPal collects at its own time of day, here six hours before that of the first payment
  for (const renews_at of ['2027-02-21T10:00:00.000Z', '2027-03-21T10:00:00.000Z']) {
    subject.books.renew(id);
    await tell('PAYMENT.SALE.COMPLETED', sold());
    later(0, 20);
    await sweepPayments(backend.deps);
    const subscription = { status: 'active', renews_at };
    expect(await standing()).toMatchObject({ user_status: 'premium', subscription });
    later(1, -20);
  }
});

test('paypal: an operator refunds part of a period, PayPal the rest', async () => {
  const { backend, ada, id, agreement, tell } = await subscribed();
  const admin = operatorOf(backend);
  expect(await admin(`refund ${id} --amount 1.33 --reason "asked for"`)).toMatchObject({ code: 0 });
  expect(agreement.payments[0]).toMatchObject({ status: 'PARTIALLY_REFUNDED', back: 1.33 });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 100, sum: 100 });
  Object.assign(agreement.payments[0]!, { status: 'REFUNDED', back: 3.99 });
  await tell('PAYMENT.SALE.REFUNDED', { id: 'R-2', sale_id: agreement.payments[0]!.id });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
});

test.each(['pack_50', 'light_month'])(
  'paypal: a dispute about %s takes its credits, and returns them if won',
  async (product_id) => {
    const { subject, backend, ada, tell } = await shop();
    const { payment_id: id } = await ada.call('paypal_buy', { product_id });
    subject.decide(id, 'paid');
    await ada.call('payment_verify', { id, type: product_id === 'pack_50' ? 'once' : 'sub' });
    const { balance } = await ledgerOf(backend, ada);
    const { charge_ref } = await backend.db.selectFrom('payment').select('charge_ref').executeTakeFirstOrThrow();
    const dispute = { dispute_id: 'PP-1', disputed_transactions: [{ seller_transaction_id: charge_ref! }] };
    subject.books.disputes.set(charge_ref!, 'open');
    await tell('CUSTOMER.DISPUTE.CREATED', dispute);
    expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
    subject.books.disputes.set(charge_ref!, 'RESOLVED_SELLER_FAVOUR');
    await tell('CUSTOMER.DISPUTE.RESOLVED', dispute);
    expect(await ledgerOf(backend, ada)).toMatchObject({ balance, sum: balance });
    subject.books.disputes.set(charge_ref!, 'RESOLVED_BUYER_FAVOUR');
    await tell('CUSTOMER.DISPUTE.UPDATED', dispute);
    expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
  },
);

test.each([['subscription_cancel'], ['del_account']] as const)(
  'paypal: %s succeeds if its owner has cancelled the subscription at PayPal',
  async (call) => {
    const { backend, ada, agreement } = await subscribed();
    agreement.status = 'CANCELLED';
    await ada.call(call, { uid: ada.accountId });
    const { cancel_at_period_end, ended_at } = await backend.db
      .selectFrom('subscription')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect({ cancel_at_period_end, ended_at }).toEqual({ cancel_at_period_end: true, ended_at: null });
  },
);
