import { expect, test } from 'vitest';
import { addPeriods } from '#contract';
import { addDays } from '#backend/domain/context';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { syncPayment } from '#backend/domain/payments/sync-payment';
import { member, openBackend, type Member } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';
import { mailsWaitingFor } from '#tests/support/mails';
import { evonet } from '#tests/support/providers/evonet';

async function subscribed(start = '2026-11-21T10:00:00Z') {
  let now = new Date(start);
  const subject = await evonet(() => now);
  const backend = await openBackend({ tokenDays: 3650 }, { providers: [subject.provider] });
  backend.deps.now = () => now;
  const ada = await member(backend, { credits: 0 });
  const { payment_id: id, action } = await ada.call('evonet_buy', {
    product_id: 'light_month',
    payment_mode: 'dropin',
  });
  subject.decide(id, 'paid');
  await ada.call('payment_verify', { id, type: 'sub' });
  return {
    ...{ subject, backend, ada, id, action },
    attempts: () => [...subject.renewals.values()].map(({ status }) => status),
    amounts: () => [...subject.renewals.values()].map(({ transAmount }) => transAmount.value),
    at: (moment: string) => void (now = new Date(moment)),
    inOneMonth: () => void (now = addPeriods(now, 'month', 1)),
    async sweepDaily(days: number) {
      for (let day = 0; day < days; day++) {
        now = addDays(now, 1);
        await sweepPayments(backend.deps);
      }
    },
  };
}

test('evonet: each period is charged once', async () => {
  const { backend, ada, id, action, attempts, inOneMonth } = await subscribed();
  expect(action).toMatchObject({ type: 'embed', provider: 'evonet', parameters: { sessionID: `session-${id}` } });
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'premium', credit_num: 150 });

  inOneMonth();
  await Promise.all([sweepPayments(backend.deps), sweepPayments(backend.deps)]);
  await sweepPayments(backend.deps);
  expect(attempts()).toEqual(['Captured']);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 300, sum: 300 });
});

test('evonet: a suspended account is not charged, also if its renewal is due', async () => {
  const { backend, attempts, inOneMonth } = await subscribed();
  inOneMonth();
  await backend.db.updateTable('account').set({ suspended_at: backend.deps.now() }).execute();
  await sweepPayments(backend.deps);
  expect(attempts()).toEqual([]);
});

test.each(['Failed', 'Cancelled', 'Expired'])(
  'evonet: a renewal that ends as %s is retried after 1, 3 and 5 days, then the subscription ends',
  async (status) => {
    const { subject, backend, ada, attempts, inOneMonth, sweepDaily } = await subscribed();
    subject.card.status = status;
    inOneMonth();
    await sweepPayments(backend.deps);
    await sweepPayments(backend.deps);
    expect(attempts()).toEqual([status]);
    expect((await ada.call('my_userinfo', {})).subscription).toMatchObject({ status: 'past_due' });
    await sweepDaily(12);
    expect(attempts()).toEqual([status, status, status, status]);
    expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'expired', credit_num: 150 });
  },
);

test('evonet: a refused renewal is mailed with the promise of another attempt, the last one with the end alone', async () => {
  const { subject, backend, ada, inOneMonth, sweepDaily } = await subscribed();
  subject.card.status = 'Failed';
  inOneMonth();
  await sweepPayments(backend.deps);
  await sweepDaily(1 + 3);
  expect(await mailsWaitingFor(backend, ada)).toContain('payment_failed');
  await backend.pool.query(`delete from graphile_worker._private_jobs where payload->>'mail' = 'payment_failed'`);
  await sweepDaily(5);
  expect(await mailsWaitingFor(backend, ada)).toContain('subscription_ended');
  expect(await mailsWaitingFor(backend, ada)).not.toContain('payment_failed');
});

test.each([
  ['stays undecided', 'Pending'],
  ['is refused without a status', null],
])('evonet: the subscription ends if its renewal %s for a week', async (_what, status) => {
  const { subject, backend, ada, attempts, inOneMonth, sweepDaily } = await subscribed();
  subject.card.status = status;
  inOneMonth();
  await sweepPayments(backend.deps);
  await sweepDaily(7);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'premium' });
  await sweepDaily(1);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'expired' });
  expect((await ada.call('my_payment_lists', {})).items[0]).toMatchObject({ status: 'expired' });
  expect(await mailsWaitingFor(backend, ada)).not.toContain('payment_failed'); // that mail promises another attempt
  const calls = subject.emulator.calls.length;
  await sweepDaily(1);
  expect(subject.emulator.calls).toHaveLength(calls);
  expect(attempts()).toEqual(status ? [status] : []);
});

test('evonet: an attempt that begins after ten days without workers has a week, too', async () => {
  const { subject, backend, ada, attempts, at, inOneMonth, sweepDaily } = await subscribed();
  subject.card.status = 'Failed';
  inOneMonth();
  await sweepPayments(backend.deps);
  at('2026-12-31T10:00:00Z');
  subject.card.status = 'Pending';
  await sweepPayments(backend.deps);
  await sweepDaily(7);
  expect(attempts()).toEqual(['Failed', 'Pending']);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'premium' });
  for (const renewal of subject.renewals.values()) if (renewal.status === 'Pending') renewal.status = 'Captured';
  await sweepDaily(1);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'premium', credit_num: 300 });
});

test('evonet: the token that charges the card is deleted when the subscription of a deleted account ends', async () => {
  const { backend, ada, inOneMonth } = await subscribed();
  await ada.call('del_account', { uid: ada.accountId });
  const kept = () => backend.db.selectFrom('subscription').select(['status', 'token']).executeTakeFirst();
  expect(await kept()).toEqual({ status: 'active', token: 'ev-token' });
  inOneMonth();
  await sweepPayments(backend.deps);
  expect(await kept()).toEqual({ status: 'cancelled', token: null });
});

test('evonet: a period refunded before its charge was recorded is not charged again', async () => {
  const { subject, backend, ada, attempts, inOneMonth } = await subscribed();
  subject.card.status = 'Pending';
  inOneMonth();
  await sweepPayments(backend.deps);
  for (const renewal of subject.renewals.values()) renewal.status = 'Refunded';
  await sweepPayments(backend.deps);
  const calls = subject.emulator.calls.length;
  await sweepPayments(backend.deps);
  expect(subject.emulator.calls).toHaveLength(calls);
  expect(attempts()).toEqual(['Refunded']);
  expect((await ada.call('my_userinfo', {})).subscription).toMatchObject({
    status: 'active',
    renews_at: '2027-01-21T10:00:00.000Z',
  });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 150 });
});

test('evonet: a period charged before a restore of an older backup is not charged again', async () => {
  const { subject, backend, ada, attempts, inOneMonth } = await subscribed();
  inOneMonth();
  const { id, period_start, period_end } = await backend.db
    .selectFrom('subscription')
    .select(['id', 'period_start', 'period_end'])
    .executeTakeFirstOrThrow();
  subject.card.status = 'Pending';
  await sweepPayments(backend.deps);
  for (const renewal of subject.renewals.values()) renewal.status = 'Captured';
  await backend.db.deleteFrom('payment').where('kind', '=', 'renewal').execute();
  const backup = { period_start, period_end, next_attempt_at: null };
  await backend.db.updateTable('subscription').set(backup).where('id', '=', id).execute();
  await sweepPayments(backend.deps);
  expect(attempts()).toEqual(['Captured']);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 300, sum: 300 });
});

test('evonet: a subscription that is cancelled after its renewal was paid ends with the paid period', async () => {
  const { subject, backend, ada, inOneMonth } = await subscribed();
  subject.card.status = 'Pending';
  inOneMonth();
  await sweepPayments(backend.deps);
  for (const renewal of subject.renewals.values()) renewal.status = 'Captured';
  const renewals = backend.db.selectFrom('payment').select('id').where('kind', '=', 'renewal');
  await syncPayment(backend.deps, (await renewals.executeTakeFirstOrThrow()).id); // as its webhook does
  await ada.call('subscription_cancel', {});
  await sweepPayments(backend.deps);
  expect(await ada.call('my_userinfo', {})).toMatchObject({
    user_status: 'premium',
    credit_num: 300,
    subscription: { cancel_at_period_end: true, ends_at: '2027-01-21T10:00:00.000Z' },
  });
  inOneMonth();
  await sweepPayments(backend.deps);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'expired', credit_num: 300 });
});

test.each([
  ['is paid', 'Pending', 'Captured'],
  ['fails', 'Pending', 'Failed'],
  ['is paid and refunded', 'Pending', 'Refunded'],
  ['stays undecided for a week', 'Pending', 'Pending'],
  ['never reached Evonet', null, null],
])(
  'evonet: a subscription is cancelled while its renewal is undecided, which then %s',
  async (_what, begun, decided) => {
    const { subject, backend, ada, attempts, inOneMonth, sweepDaily } = await subscribed();
    subject.card.status = begun;
    inOneMonth();
    await sweepPayments(backend.deps);
    await ada.call('subscription_cancel', {});
    subject.card.status = 'Captured'; // of a further attempt
    if (begun) {
      await sweepDaily(7);
      expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'premium', credit_num: 150 });
    }
    for (const renewal of subject.renewals.values()) renewal.status = decided!;
    await sweepDaily(2);
    const isPaid = decided === 'Captured';
    expect(await ada.call('my_userinfo', {})).toMatchObject({
      user_status: isPaid ? 'premium' : 'expired',
      credit_num: isPaid ? 300 : 150,
      subscription: { status: isPaid ? 'active' : 'cancelled', renews_at: null },
    });
    inOneMonth();
    await sweepPayments(backend.deps);
    expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'expired' });
    expect(attempts()).toEqual(decided ? [decided] : []);
    expect(await mailsWaitingFor(backend, ada)).not.toContain('payment_failed'); // that mail promises another attempt
  },
);

const planOf = async (ada: Member) => {
  const { product_id, next_product_id, renews_at } = (await ada.call('my_userinfo', {})).subscription!;
  return { plan: product_id, next: next_product_id, renews_at };
};

test.each([
  ['regular_month', '15.99', '2027-01-21T10:00:00.000Z', 150 + 400],
  ['light_year', '79.99', '2027-12-21T10:00:00.000Z', 150 + 1800],
])(
  'evonet: %s, chosen while a renewal is retried, is what the next attempt charges',
  async (plan, price, end, credits) => {
    const { subject, backend, ada, amounts, inOneMonth, sweepDaily } = await subscribed();
    subject.card.status = 'Failed';
    inOneMonth();
    await sweepPayments(backend.deps);
    expect(await ada.call('subscription_change', { product_id: plan })).toMatchObject({ status: 'past_due' });
    subject.card.status = 'Captured';
    await sweepDaily(1);
    expect(amounts()).toEqual(['7.99', price]);
    expect(await planOf(ada)).toEqual({ plan, next: null, renews_at: end });
    expect(await ledgerOf(backend, ada)).toMatchObject({ balance: credits, sum: credits });
    const [payment] = (await ada.call('my_payment_lists', {})).items;
    expect(payment).toMatchObject({ status: 'paid', product: { product_id: plan } });
  },
);

test.each([
  ['light_month', 'regular_month'],
  ['regular_month', 'light_month'],
])('evonet: while a charge for %s is undecided, %s is chosen for the period after', async (charged, chosen) => {
  const { subject, backend, ada, amounts, inOneMonth } = await subscribed();
  await ada.call('subscription_change', { product_id: charged });
  subject.card.status = 'Pending';
  inOneMonth();
  await sweepPayments(backend.deps);
  await ada.call('subscription_change', { product_id: chosen });
  await sweepPayments(backend.deps);
  for (const renewal of subject.renewals.values()) renewal.status = 'Captured';
  await sweepPayments(backend.deps);
  expect(await planOf(ada)).toEqual({ plan: charged, next: chosen, renews_at: '2027-01-21T10:00:00.000Z' });

  subject.card.status = 'Captured';
  inOneMonth();
  await sweepPayments(backend.deps);
  const prices: Record<string, string> = { light_month: '7.99', regular_month: '15.99' };
  expect(amounts()).toEqual([prices[charged], prices[chosen]]);
  expect(await planOf(ada)).toEqual({ plan: chosen, next: null, renews_at: '2027-02-21T10:00:00.000Z' });
});

test('evonet: a subscription that began on the 31st renews on the last day of each month', async () => {
  const { backend, ada, at } = await subscribed('2027-01-31T10:00:00Z');
  const renewal = async () => (await ada.call('my_userinfo', {})).subscription?.renews_at;
  expect(await renewal()).toBe('2027-02-28T10:00:00.000Z');
  for (const [due, next] of [
    ['2027-02-28T10:01:00Z', '2027-03-31T10:00:00.000Z'],
    ['2027-03-31T10:01:00Z', '2027-04-30T10:00:00.000Z'],
  ]) {
    at(due!);
    await sweepPayments(backend.deps);
    expect(await renewal()).toBe(next);
  }
});
