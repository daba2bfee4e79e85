import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { addPeriods } from '#contract';
import { connect } from '#backend/db/connect';
import { addDays } from '#backend/domain/context';
import { productOf } from '#backend/domain/payments/payment-config';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import type { RenewalOrder } from '#backend/providers/payments/port';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { untilOneWaitsForLock } from '#tests/support/lock-waits';
import { evonet } from '#tests/support/providers/evonet';
import { stripe } from '#tests/support/providers/stripe';

/** More than a round takes. */
const copies = 100;

/** Of other accounts. */
async function copySubscriptionOf(paymentId: string, { db }: TestBackend): Promise<void> {
  await sql`
    with copied as (
      insert into wallet (account_id) select gen_random_uuid() from generate_series(1, ${copies}) returning account_id
    ), accounts as (
      insert into account (id, email, nickname) select account_id, account_id || '@example.com', 'Copy' from copied
    )
    insert into subscription (id, account_id, provider, method, provider_ref, token, product, status, period_start, period_end)
    select gen_random_uuid(), copied.account_id, s.provider, s.method, copied.account_id, s.token, s.product, s.status,
      s.period_start, s.period_end
    from subscription s join payment p on p.subscription_id = s.id, copied where p.id = ${paymentId}::uuid`.execute(db);
  await sql`
    insert into payment (id, account_id, provider, method, kind, product, credits, amount, currency, status, checkout_ref,
      subscription_id, period_start, period_end, created_at, paid_at)
    select gen_random_uuid(), s.account_id, p.provider, p.method, p.kind, p.product, p.credits, p.amount, p.currency,
      p.status, s.provider_ref, s.id, p.period_start, p.period_end, p.created_at, p.paid_at
    from payment p, subscription s
    where p.id = ${paymentId}::uuid and s.provider = p.provider and s.id <> p.subscription_id`.execute(db);
}

/** At Evonet 101 subscriptions, which the site renews, and after them one at Stripe, which Stripe has renewed. */
async function dueAtTwoProviders() {
  let now = new Date('2026-11-21T10:00:00Z');
  const [many, one] = [await evonet(() => now), await stripe({ now: () => now })];
  const backend = await openBackend({ tokenDays: 3650 }, { providers: [many.provider, one.provider] });
  backend.deps.now = () => now;
  const [ada, bo] = [await member(backend, { credits: 0 }), await member(backend, { credits: 0 })];
  const ofAda = await ada.call('evonet_buy', { product_id: 'light_month', payment_mode: 'dropin' });
  many.decide(ofAda.payment_id, 'paid');
  await ada.call('payment_verify', { id: ofAda.payment_id, type: 'sub' });
  now = new Date(now.getTime() + 3_600_000);
  const ofBo = await bo.call('stripe_buy', { product_id: 'light_month' });
  one.decide(ofBo.payment_id, 'paid');
  await bo.call('payment_verify', { id: ofBo.payment_id, type: 'sub' });
  await copySubscriptionOf(ofAda.payment_id, backend);
  now = addPeriods(now, 'month', 1);
  one.books.renew(ofBo.payment_id);
  const creditsOf = async (who: typeof ada) => (await who.call('my_userinfo', {})).credit_num;
  return {
    many,
    backend,
    creditsOfBo: () => creditsOf(bo),
    later: (ms: number) => void (now = new Date(now.getTime() + ms)),
  };
}

test('renewals of an unavailable provider are requested once a round, another one each time, and delay no other provider', async () => {
  const { many, backend, creditsOfBo, later } = await dueAtTwoProviders();
  const { calls } = many.emulator;
  const begun = calls.length;
  many.emulator.failNext(2);
  await sweepPayments(backend.deps);
  expect(calls).toHaveLength(begun + 1);
  expect(await creditsOfBo()).toBe(300);

  later(60_000);
  await sweepPayments(backend.deps);
  expect(calls).toHaveLength(begun + 2);
  expect(calls.at(-1)!.body).not.toBe(calls.at(-2)!.body);
});

test('a provider that answers slowly does not delay the renewals of another one', async () => {
  const { many, backend, creditsOfBo, later } = await dueAtTwoProviders();
  const { providers } = backend.deps.payments;
  const slow = (order: RenewalOrder) => {
    later(9_000);
    return many.provider.subscriptions!.charge!(order);
  };
  const provider = { ...many.provider, subscriptions: { ...many.provider.subscriptions!, charge: slow } };
  Object.assign(backend.deps.payments, { providers: new Map([...providers, ['evonet', provider]]) });
  await sweepPayments(backend.deps);
  expect(many.renewals.size).toBe(4);
  expect(await creditsOfBo()).toBe(300);
});

test('subscriptions of a provider that is no longer configured do not stop a round', async () => {
  const { backend, creditsOfBo } = await dueAtTwoProviders();
  const stripeAlone = [...backend.deps.payments.providers].filter(([name]) => name === 'stripe');
  Object.assign(backend.deps.payments, { providers: new Map(stripeAlone) });
  await sql`update subscription set account_id = (select min(account_id::text)::uuid from subscription where provider = 'evonet')
    where provider = 'evonet'`.execute(backend.db);
  await sweepPayments(backend.deps);
  expect(await creditsOfBo()).toBe(300);
});

test('without the keys of its provider a subscription ends a week after its period, and its account can be deleted', async () => {
  let now = new Date('2026-11-21T10:00:00Z');
  const { provider, decide } = await stripe({ now: () => now });
  const backend = await openBackend({ tokenDays: 3650 }, { providers: [provider] });
  backend.deps.now = () => now;
  const [ada, bo] = [await member(backend), await member(backend)];
  for (const who of [ada, bo]) {
    const { payment_id: id } = await who.call('stripe_buy', { product_id: 'light_month' });
    decide(id, 'paid');
    await who.call('payment_verify', { id, type: 'sub' });
  }
  Object.assign(backend.deps.payments, { providers: new Map() });
  const lines: string[] = [];
  backend.deps.log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const asked = () => lines.filter((line) => line.includes('operator_must_cancel_at_provider')).length;

  await bo.call('del_account', { uid: bo.accountId });
  expect(asked()).toBe(1);
  now = addDays(now, 30 + 7);
  await sweepPayments(backend.deps);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'premium' });
  now = addDays(now, 1);
  for (let round = 0; round < 2; round++) await sweepPayments(backend.deps);
  expect(await ada.call('my_userinfo', {})).toMatchObject({ user_status: 'expired' });
  expect(asked()).toBe(3);
});

type Due = Awaited<ReturnType<typeof dueInTurn>>;

/** Two subscriptions that the site renews in this order, and that are due. `duringFirst` runs while the first is charged. */
async function dueInTurn(duringFirst: (second: Member) => Promise<unknown>) {
  let now = new Date('2026-11-21T10:00:00Z');
  const { provider, decide, renewals } = await evonet(() => now);
  const backend = await openBackend({ tokenDays: 3650 }, { providers: [provider] });
  backend.deps.now = () => now;
  const [first, second] = [await member(backend, { credits: 0 }), await member(backend, { credits: 0 })];
  for (const who of [first, second]) {
    const { payment_id: id } = await who.call('evonet_buy', { product_id: 'light_month', payment_mode: 'dropin' });
    decide(id, 'paid');
    await who.call('payment_verify', { id, type: 'sub' });
    now = new Date(now.getTime() + 60_000);
  }
  const charge = async (order: RenewalOrder) => {
    if (renewals.size === 0) await duringFirst(second);
    return provider.subscriptions!.charge!(order);
  };
  const watched = { ...provider, subscriptions: { ...provider.subscriptions!, charge } };
  Object.assign(backend.deps.payments, { providers: new Map([['evonet', watched]]) });
  const month = addPeriods(now, 'month', 1);
  return {
    ...{ backend, second, renewals },
    inOneMonth: () => void (now = month),
    stateOfSecond: () =>
      backend.db
        .selectFrom('subscription')
        .select('status')
        .where('account_id', '=', second.accountId)
        .executeTakeFirstOrThrow(),
  };
}

test('a subscription that is cancelled while its round renews another one is not charged', async () => {
  const { backend, renewals, inOneMonth, stateOfSecond } = await dueInTurn((second) =>
    second.call('subscription_cancel', {}),
  );
  inOneMonth();
  await sweepPayments(backend.deps);
  expect(renewals.size).toBe(1);
  expect(await stateOfSecond()).toMatchObject({ status: 'cancelled' });
});

test('a subscription that is resumed while its round renews another one goes on', async () => {
  const { backend, second, renewals, inOneMonth, stateOfSecond } = await dueInTurn((who) =>
    who.call('subscription_resume', {}),
  );
  await second.call('subscription_cancel', {});
  inOneMonth();
  await sweepPayments(backend.deps);
  expect(renewals.size).toBe(2);
  expect(await stateOfSecond()).toMatchObject({ status: 'active' });
});

test('a subscription that another round renews meanwhile is not charged for the period after', async () => {
  const { backend, renewals, inOneMonth } = await dueInTurn(({ accountId }) => {
    const renewed = { period_end: new Date('2027-01-21T10:01:00Z') };
    return backend.db.updateTable('subscription').set(renewed).where('account_id', '=', accountId).execute();
  });
  inOneMonth();
  await sweepPayments(backend.deps);
  expect(renewals.size).toBe(1);
});

/** Writes to the second subscription; `request` waits for its lock. */
async function whileWriting({ backend, second }: Due, changes: object, request: () => Promise<unknown>): Promise<void> {
  const other = connect(backend.url, { max: 1 });
  onTestFinished(other.close);
  let requested: Promise<unknown> | undefined;
  await other.db.transaction().execute(async (trx) => {
    await trx.updateTable('subscription').set(changes).where('account_id', '=', second.accountId).execute();
    requested = request();
    await untilOneWaitsForLock(backend);
  });
  await requested;
}

test('a subscription whose cancellation is being written is not charged', async () => {
  const due = await dueInTurn(async () => {});
  due.inOneMonth();
  await whileWriting(due, { cancel_at_period_end: true }, () => sweepPayments(due.backend.deps));
  expect(due.renewals.size).toBe(1);
});

test('a subscription whose cancellation is being undone goes on', async () => {
  const due = await dueInTurn(async () => {});
  await due.second.call('subscription_cancel', {});
  due.inOneMonth();
  await whileWriting(due, { cancel_at_period_end: false }, () => sweepPayments(due.backend.deps));
  expect(await due.stateOfSecond()).toEqual({ status: 'active' });
});

test('a plan chosen while another one begins is compared with that one', async () => {
  const due = await dueInTurn(async () => {});
  const { second, backend } = due;
  const begun = JSON.stringify(productOf(backend.deps.payments, 'regular_month'));
  await whileWriting(due, { product: begun }, () => second.call('subscription_change', { product_id: 'light_month' }));
  expect((await second.call('my_userinfo', {})).subscription).toMatchObject({
    product_id: 'regular_month',
    next_product_id: 'light_month',
  });
});
