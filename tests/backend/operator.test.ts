import { expect, test } from 'vitest';
import { postEntry } from '#backend/domain/credits/ledger';
import type { Outcome } from '#backend/providers/payments/port';
import type { ProviderSubject } from '#tests/support/conformance/payment-subject';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';
import { mailsWaitingFor } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';
import { onerway } from '#tests/support/providers/onerway';
import { stripe } from '#tests/support/providers/stripe';

/** A shop with one provider, and somebody who has bought there. */
async function shop(open: () => Promise<ProviderSubject> = stripe) {
  const subject = await open();
  const backend = await openBackend({}, { providers: [subject.provider] });
  const ada = await member(backend, { credits: 0 });
  const call = `${subject.provider.name}_buy` as 'stripe_buy';
  const { payment_id: id } = await ada.call(call, { product_id: 'pack_50' });
  subject.decide(id, 'paid');
  await ada.call('payment_verify', { id, type: 'once' });
  return { subject, backend, ada, id, admin: operatorOf(backend) };
}

/** A subscription at the test checkout. */
async function subscribed() {
  const backend = await openBackend({}, { isLocal: true });
  const ada = await member(backend, { credits: 0 });
  const id = await subscribe(backend, ada, 'succeed');
  return { backend, ada, id, admin: operatorOf(backend) };
}

async function subscribe(backend: TestBackend, who: Member, outcome: Outcome): Promise<string> {
  const { payment_id, action } = await who.call('stripe_buy', { product_id: 'light_month' });
  const checkout = new URL((action as { url: string }).url).searchParams.get('checkout')!;
  await backend.fetch('/dev/pay', { method: 'POST', body: new URLSearchParams({ checkout, outcome }) });
  await who.call('payment_verify', { id: payment_id, type: 'sub' });
  return payment_id;
}

const auditOf = async ({ db }: TestBackend) =>
  (await db.selectFrom('audit_event').selectAll().where('detail', 'like', 'tess: %').orderBy('id').execute()).map(
    ({ event, detail }) => `${event} ${detail}`,
  );

test('a request for a refund is listed, and answered with a part of the money: credits follow, the act is written down', async () => {
  const { backend, ada, id, admin } = await shop();
  await ada.call('payment_refund_request', { payment_id: id, reason: 'Half of it did not work' });
  expect((await admin('refund-requests')).out).toMatch(new RegExp(`${id}.*${ada.email}.*Half of it did not work`));

  const { code, out } = await admin(`refund ${id} --amount 1.99 --reason "Half of it did not work"`);
  expect(code).toBe(0);
  expect(out).toMatch(/given back +1\.99 USD/);
  expect(out).toMatch(/status +partially_refunded/);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 26, sum: 26 });
  expect((await admin('refund-requests')).out).toBe('Nobody waits for a refund.');
  expect(await mailsWaitingFor(backend, ada)).toContain('refunded');

  await admin(`refund ${id} --reason "And the rest"`);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
  expect(await auditOf(backend)).toEqual([
    `refund_ordered tess: ${id}, 199 USD minor units: Half of it did not work`,
    `refunded tess: ${id}, 199 USD minor units: Half of it did not work`,
    `refund_ordered tess: ${id}, 200 USD minor units: And the rest`,
    `refunded tess: ${id}, 200 USD minor units: And the rest`,
  ]);
  const again = await admin(`refund ${id} --reason "Once more"`);
  expect(again).toMatchObject({ code: 4, err: 'This payment is refunded: there is nothing to give back.' });
});

test('a refund that broke off after the provider had made it is found, not made again', async () => {
  const { subject, backend, ada, id, admin } = await shop();
  const { charge_ref } = await backend.db.selectFrom('payment').select('charge_ref').executeTakeFirstOrThrow();
  const lost = { chargeRef: charge_ref } as Parameters<typeof subject.provider.refund>[0];
  await subject.provider.refund(lost, { amount: 100, currency: 'USD' }, 'lost');
  const { code, err } = await admin(`refund ${id} --amount 1.00 --reason "Asked for"`);
  expect(code).toBe(4);
  expect(err).toContain('has given back 100 of 399 already');
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 38, sum: 38 });
});

test('where money goes back by hand, our books follow the operator, and the provider’s “paid” does not undo it', async () => {
  const { backend, ada, id, admin } = await shop(onerway);
  expect(await admin(`refund ${id} --reason "Bought twice"`)).toMatchObject({
    code: 4,
    err: 'Make this refund in onerway’s dashboard, then write it down with --made-by-hand.',
  });
  expect((await admin(`refund ${id} --made-by-hand --reason "Bought twice"`)).out).toMatch(/status +refunded/);
  expect((await admin('reconcile')).code).toBe(0);
  await admin('reconcile --settle');
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
});

test('a request may be declined, and its owner is written to', async () => {
  const { backend, ada, id, admin } = await shop();
  expect((await admin(`decline-refund ${id} --reason "All spent"`)).code).toBe(4);
  await ada.call('payment_refund_request', { payment_id: id, reason: 'Changed my mind' });
  expect((await admin(`decline-refund ${id} --reason "All spent"`)).code).toBe(0);
  expect((await ada.call('my_payment_lists', {})).items[0]).toMatchObject({ refund_requested: false, status: 'paid' });
  expect(await mailsWaitingFor(backend, ada)).toContain('refund_declined');
  expect(await auditOf(backend)).toEqual([`refund_declined tess: ${id}: All spent`]);
});

test('credits are granted to whoever is named, with a reason that they read', async () => {
  const { backend, ada, admin } = await shop();
  expect((await admin(`grant ${ada.email.toUpperCase()} 25 --reason "Sorry for Monday"`)).out).toBe(
    '25 credits granted; the balance is 75.',
  );
  expect((await ada.call('my_credit_lists', {})).items[0]).toMatchObject({ delta: 25, note: 'Sorry for Monday' });
  expect(await auditOf(backend)).toEqual(['credits_granted tess: 25 credits: Sorry for Monday']);
});

test('a subscription is listed, cancelled with its period, and runs to its end', async () => {
  const { ada, admin } = await subscribed();
  const [{ id }] = (await admin('subscriptions --status active --json')).json();
  const { code, out } = await admin(`cancel ${id} --reason "Asked for by mail"`);
  expect(code).toBe(0);
  expect(out).toMatch(/status +cancelled, runs out/);
  expect(await admin(`cancel ${id} --reason again`)).toMatchObject({
    code: 4,
    err: expect.stringContaining('already'),
  });
  expect((await ada.call('my_userinfo', {})).subscription).toMatchObject({ cancel_at_period_end: true });
  expect((await admin(`subscriptions --account ${ada.email}`)).out).toMatch(/active .* ends$/m);
});

test('reconciling says what differs, ends with 6, and lets our books follow when told', async () => {
  const { subject, backend, ada, id, admin } = await shop();
  expect(await admin('reconcile')).toMatchObject({ code: 0, out: expect.stringContaining('agree') });

  subject.decide(id, 'refunded');
  const { payment_id: open } = await ada.call('stripe_buy', { product_id: 'pack_200' });
  subject.decide(open, 'paid');
  const { code, json } = await admin('reconcile --json');
  expect(code).toBe(6);
  expect(json()).toMatchObject({
    checked: 2,
    differences: expect.arrayContaining([
      { about: id, provider: 'stripe', what: 'status', ours: 'paid', theirs: 'refunded' },
      { about: id, provider: 'stripe', what: 'refunded', ours: '0', theirs: '399' },
      { about: open, provider: 'stripe', what: 'status', ours: 'created', theirs: 'paid' },
    ]),
  });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 50 });
  expect((await admin('reconcile --settle')).code).toBe(0);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 200, sum: 200 });
});

test('reconciling finds money that we know nothing of, and says who could not be asked', async () => {
  const { subject, backend, id, admin } = await shop();
  await backend.db.updateTable('payment').set({ checkout_ref: 'cs_test_gone' }).where('id', '=', id).execute();
  const { code, json } = await admin('reconcile --json');
  expect(code).toBe(6);
  expect(json().differences).toMatchObject([
    { about: id, what: 'unknown there' },
    { about: 'cs_test_1', what: 'unknown to us', theirs: 'paid 399 USD' },
  ]);
  subject.emulator.failNext(9);
  expect(await admin('reconcile')).toMatchObject({ code: 5, out: expect.stringContaining('Not asked: stripe') });
});

test('what is asked wrongly gets a sentence, an exit code, and touches nothing', async () => {
  const { backend, id, admin } = await shop();
  const wrong: [string, number, string][] = [
    ['', 2, 'Which command?'],
    ['pay', 2, 'There is no command "pay".'],
    ['payment', 2, 'Usage: payment ID'],
    ['payments --colour red', 2, "Unknown option '--colour'"],
    ['payments --settle', 2, '"payments" has no option --settle.'],
    ['payments --status bought', 2, '--status is to be one of created,'],
    ['payments --limit many', 2, '--limit is to be a whole number from 1 to 10000, not "many".'],
    [`refund ${id}`, 2, '--reason is missing'],
    [`refund ${id} --amount 1,99 --reason x`, 2, '--amount is to be an amount of USD like 3.99, not "1,99".'],
    [`refund ${id} --amount 4 --reason x`, 4, 'Between 1 and 399 minor units can be given back.'],
    ['payment 12', 3, 'There is no payment 12.'],
    ['grant nobody@example.com 5 --reason x', 3, 'There is no account nobody@example.com.'],
    ['grant nobody@example.com -5 --reason x', 2, "Unknown option '-5'"],
    ['reconcile --provider paypal', 2, '--provider is to be one that is configured (stripe)'],
  ];
  for (const [line, code, sentence] of wrong) {
    expect(await admin(line), line).toMatchObject({ code, err: expect.stringContaining(sentence), out: '' });
  }
  expect((await admin('payment 12 --json')).json()).toEqual({
    error: { message: 'There is no payment 12.', exit_code: 3 },
  });
  expect((await admin('--help')).out).toContain('Exit codes: 0 done');
  expect(await auditOf(backend)).toEqual([]);
});

test('neither the token of a card nor the way to a checkout is shown', async () => {
  const { backend, id, admin } = await subscribed();
  await backend.db.updateTable('subscription').set({ token: 'a key to a card' }).execute();
  const lines = ['payments', `payment ${id}`, 'subscriptions'].flatMap((line) => [line, `${line} --json`]);
  for (const line of lines) expect((await admin(line)).out).not.toMatch(/a key to a card|dev\/pay/);
});

test('who spent before the money went back owes it, and the payment says so', async () => {
  const { backend, ada, id, admin } = await shop();
  const spend = { accountId: ada.accountId, kind: 'hold', delta: -40, reference: 'order', note: '' } as const;
  await backend.db.transaction().execute((trx) => postEntry(trx, spend));
  expect((await admin(`refund ${id} --reason "Goodwill"`)).out).toMatch(/owed +40 credits/);
});
