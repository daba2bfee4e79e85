import { expect, test } from 'vitest';
import { addPeriods } from '#contract';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { syncPayment } from '#backend/domain/payments/sync-payment';
import { mailsWaitingFor } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';
import { begin, decide, shop, verify } from '#tests/support/sandbox-shop';

type Shop = Awaited<ReturnType<typeof shop>>;

const subscriptions = ({ backend: { db } }: Shop) =>
  db.selectFrom('subscription').select(['status', 'cancel_at_period_end']).orderBy('id').execute();

test('a subscription that is paid after its account was deleted does not renew', async () => {
  const subject = await shop();
  const { backend, clock, ada } = subject;
  const { checkout } = await begin(ada, 'light_month');
  await decide(backend, checkout, 'late');
  await ada.call('del_account', { uid: ada.accountId });
  clock.at(new Date(clock.now().getTime() + 120_000));
  await sweepPayments(backend.deps);
  expect(await subscriptions(subject)).toEqual([{ status: 'active', cancel_at_period_end: true }]);

  clock.at(addPeriods(clock.now(), 'month', 2));
  await sweepPayments(backend.deps);
  expect(await subscriptions(subject)).toEqual([{ status: 'cancelled', cancel_at_period_end: true }]);
  const charges = await backend.db.selectFrom('payment').select('status').execute();
  expect(charges).toEqual([{ status: 'paid' }]);
});

async function suspendedSubscriber() {
  const subject = await shop();
  const { backend, ada } = subject;
  const { id, checkout } = await begin(ada, 'light_month');
  await decide(backend, checkout, 'succeed');
  await verify(ada, id, 'sub');
  const admin = operatorOf(backend);
  await admin(`suspend ${ada.email} --reason "Case 1"`);
  await sweepPayments(backend.deps);
  return { ...subject, admin };
}

test('the subscription of a suspended account does not renew, and its owner is mailed why', async () => {
  const subject = await suspendedSubscriber();
  const { backend, clock, ada } = subject;
  expect(await subscriptions(subject)).toEqual([{ status: 'active', cancel_at_period_end: true }]);
  const mails = await mailsWaitingFor(backend, ada);
  expect(mails.filter((mail) => mail.startsWith('subscription'))).toEqual(['subscription_suspended']);

  clock.at(addPeriods(clock.now(), 'month', 2));
  await sweepPayments(backend.deps);
  expect(await subscriptions(subject)).toEqual([{ status: 'cancelled', cancel_at_period_end: true }]);
  expect(await backend.db.selectFrom('payment').select('status').execute()).toEqual([{ status: 'paid' }]);
});

test('the owner of a restored account can resume the subscription within its period', async () => {
  const subject = await suspendedSubscriber();
  const { backend, ada, admin } = subject;
  await admin(`restore ${ada.email} --reason "We were wrong"`);
  expect((await ada.call('my_userinfo', {})).subscription).toMatchObject({ renews_at: null });
  await ada.call('subscription_resume', {});
  await sweepPayments(backend.deps);
  expect(await subscriptions(subject)).toEqual([{ status: 'active', cancel_at_period_end: false }]);
});

test('of two subscriptions none renews when the newer one is cancelled before the older one was found', async () => {
  const subject = await shop();
  const { backend, ada } = subject;
  for (const { id, checkout } of [await begin(ada, 'light_month'), await begin(ada, 'regular_month')]) {
    await decide(backend, checkout, 'succeed');
    await verify(ada, id, 'sub');
  }
  await ada.call('subscription_cancel', {});
  await sweepPayments(backend.deps);
  const cancelled = { status: 'active', cancel_at_period_end: true };
  expect(await subscriptions(subject)).toEqual([cancelled, cancelled]);
});

test('a state that the provider reported before a cancellation does not undo it', async () => {
  const subject = await shop();
  const { backend, ada } = subject;
  const { id, checkout } = await begin(ada, 'light_month');
  await decide(backend, checkout, 'succeed');
  await verify(ada, id, 'sub');
  const { providers } = backend.deps.payments;
  const sandbox = providers.get('sandbox')!;
  let isFirst = true;
  const fetchStatus: typeof sandbox.fetchStatus = async (payment) => {
    const state = await sandbox.fetchStatus(payment);
    if (isFirst) {
      isFirst = false;
      await ada.call('subscription_cancel', {});
    }
    return state;
  };
  Object.assign(backend.deps.payments, {
    providers: new Map([...providers, ['sandbox', { ...sandbox, fetchStatus }]]),
  });
  await syncPayment(backend.deps, id);
  expect(await subscriptions(subject)).toEqual([{ status: 'active', cancel_at_period_end: true }]);
});
