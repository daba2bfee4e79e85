import { expect, test } from 'vitest';
import { addDays } from '#backend/domain/context';
import { postEntry } from '#backend/domain/credits/ledger';
import type { Outcome } from '#backend/providers/payments/port';
import type { ProviderSubject } from '#tests/support/conformance/payment-subject';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';
import { mailsWaitingFor } from '#tests/support/mails';
import { operatorOf } from '#tests/support/operator';
import { onerway } from '#tests/support/providers/onerway';
import { stripe } from '#tests/support/providers/stripe';
import { begin, decide, verify } from '#tests/support/sandbox-shop';

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

test('a refund request is listed and partially refunded: credits are taken back, the action is audited', async () => {
  const { backend, ada, id, admin } = await shop();
  await ada.call('payment_refund_request', { payment_id: id, reason: 'Half of it did not work' });
  expect((await admin('refund-requests')).out).toMatch(new RegExp(`${id}.*${ada.email}.*Half of it did not work`));

  const { code, out } = await admin(`refund ${id} --amount 1.99 --reason "Half of it did not work"`);
  expect(code).toBe(0);
  expect(out).toMatch(/refunded +1\.99 USD/);
  expect(out).toMatch(/status +partially_refunded/);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 26, sum: 26 });
  expect((await admin('refund-requests')).out).toBe('No open refund requests.');
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
  expect(again).toMatchObject({ code: 4, err: 'This payment is refunded: there is nothing to refund.' });
});

test('a refund interrupted after the provider made it is found, not repeated', async () => {
  const { subject, backend, ada, id, admin } = await shop();
  const { charge_ref } = await backend.db.selectFrom('payment').select('charge_ref').executeTakeFirstOrThrow();
  const lost = { chargeRef: charge_ref } as Parameters<typeof subject.provider.refund>[0];
  await subject.provider.refund(lost, { amount: 100, currency: 'USD' }, 'lost');
  const { code, err } = await admin(`refund ${id} --amount 1.00 --reason "Asked for"`);
  expect(code).toBe(4);
  expect(err).toContain('has already refunded 100 of 399');
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 38, sum: 38 });
});

test('a manual refund is recorded, and the provider’s “paid” does not undo it', async () => {
  const { backend, ada, id, admin } = await shop(onerway);
  expect(await admin(`refund ${id} --reason "Bought twice"`)).toMatchObject({
    code: 4,
    err: 'onerway has no refund API. Make the refund in its dashboard, then record it with --made-by-hand.',
  });
  expect((await admin(`refund ${id} --made-by-hand --reason "Bought twice"`)).out).toMatch(/status +refunded/);
  expect((await admin('reconcile')).code).toBe(0);
  await admin('reconcile --settle');
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
});

test('a payment of which only a part was paid is a problem that says so', async () => {
  const { backend, ada, admin } = await shop();
  const { payment_id: id } = await ada.call('stripe_buy', { product_id: 'pack_50' });
  await backend.db.updateTable('payment').set({ status: 'partially_paid' }).where('id', '=', id).execute();
  expect((await admin('problems')).out).toMatch(
    new RegExp(`^${id} .* partially_paid +Only a part was paid\\. No credits were granted\\.$`, 'm'),
  );
  expect((await admin('help')).out).toContain('lists payments whose charge needs a look, with what is wrong');
});

test('a refund request can be declined, and its buyer is mailed', async () => {
  const { backend, ada, id, admin } = await shop();
  expect((await admin(`decline-refund ${id} --reason "All spent"`)).code).toBe(4);
  await ada.call('payment_refund_request', { payment_id: id, reason: 'Changed my mind' });
  expect((await admin(`decline-refund ${id} --reason "All spent"`)).code).toBe(0);
  expect((await ada.call('my_payment_lists', {})).items[0]).toMatchObject({ refund_requested: false, status: 'paid' });
  expect(await mailsWaitingFor(backend, ada)).toContain('refund_declined');
  expect(await auditOf(backend)).toEqual([`refund_declined tess: ${id}: All spent`]);
});

test('credits are granted to the named account, with a reason its owner sees', async () => {
  const { backend, ada, admin } = await shop();
  expect((await admin(`grant ${ada.email.toUpperCase()} 25 --reason "Sorry for Monday"`)).out).toBe(
    '25 credits granted; the balance is 75.',
  );
  expect((await ada.call('my_credit_lists', {})).items[0]).toMatchObject({ delta: 25, note: 'Sorry for Monday' });
  expect(await auditOf(backend)).toEqual(['credits_granted tess: 25 credits: Sorry for Monday']);
});

test('an account is found by its address with an international domain', async () => {
  const backend = await openBackend();
  const { accountId } = await member(backend);
  const email = 'ada@xn--bcher-kva.example';
  await backend.db.updateTable('account').set({ email }).where('id', '=', accountId).execute();
  const { out } = await operatorOf(backend)('grant Ada@Bücher.example 5 --reason "Sorry"');
  expect(out).toMatch(/^5 credits granted/);
});

test('a deleted account is neither granted credits, suspended, restored nor reset; its payments are still listed', async () => {
  const { backend, ada, id, admin } = await shop();
  await ada.call('del_account', { uid: ada.accountId });
  for (const command of ['grant', 'suspend', 'restore', 'reset-second-steps']) {
    const line = `${command} ${ada.accountId}${command === 'grant' ? ' 5' : ''} --reason x`;
    expect(await admin(line), command).toMatchObject({ code: 3, err: `Account ${ada.accountId} was deleted.` });
  }
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 50 });
  expect((await admin(`payments --account ${ada.accountId}`)).out).toContain(id);
});

test('a subscription is listed, cancelled, and runs to its period’s end', async () => {
  const { ada, admin } = await subscribed();
  const [{ id }] = (await admin('subscriptions --status active --json')).json();
  const { code, out } = await admin(`cancel ${id} --reason "Asked for by mail"`);
  expect(code).toBe(0);
  expect(out).toMatch(/status +cancelled, ends with its period/);
  expect(await admin(`cancel ${id} --reason again`)).toMatchObject({
    code: 4,
    err: expect.stringContaining('already'),
  });
  expect((await ada.call('my_userinfo', {})).subscription).toMatchObject({ cancel_at_period_end: true });
  expect((await admin(`subscriptions --account ${ada.email}`)).out).toMatch(/active .* ends$/m);
});

test('the older of two subscriptions that run is cancelled by its id, and the newer one goes on', async () => {
  const backend = await openBackend({}, { isLocal: true });
  const [ada, admin] = [await member(backend, { credits: 0 }), operatorOf(backend)];
  for (const { id, checkout } of [await begin(ada, 'light_month'), await begin(ada, 'regular_month')]) {
    await decide(backend, checkout, 'succeed');
    await verify(ada, id, 'sub');
  }
  const [, older] = (await admin('subscriptions --json')).json();
  const { code, out } = await admin(`cancel ${older.id} --reason "Asked for by mail"`);
  expect([code, out]).toEqual([0, expect.stringMatching(/status +cancelled, ends with its period/)]);
  const { subscription } = await ada.call('my_userinfo', {});
  expect(subscription).toMatchObject({ product_id: 'regular_month', cancel_at_period_end: false });
  expect(await mailsWaitingFor(backend, ada)).toContain('subscription_surplus');
});

test('reconcile prints the differences, exits with 6, and syncs them with --settle', async () => {
  const { subject, backend, ada, id, admin } = await shop();
  expect(await admin('reconcile')).toMatchObject({ code: 0, out: expect.stringContaining('match') });

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

test('reconcile syncs an old subscription that has ended at its provider', async () => {
  let now = new Date('2026-09-01T10:00:00Z');
  const subject = await stripe({ now: () => now });
  const backend = await openBackend({ tokenDays: 3650 }, { providers: [subject.provider] });
  backend.deps.now = () => now;
  const ada = await member(backend, { credits: 0 });
  const { payment_id: id } = await ada.call('stripe_buy', { product_id: 'light_month' });
  subject.decide(id, 'paid');
  await ada.call('payment_verify', { id, type: 'sub' });
  now = addDays(now, 40);
  subject.books.subscriptionOf(id).status = 'canceled';
  const { code, out } = await operatorOf(backend)('reconcile --days 30 --settle');
  expect([code, out]).toEqual([0, expect.stringContaining('0 differences')]);
  expect((await backend.db.selectFrom('subscription').select('ended_at').executeTakeFirst())?.ended_at).toEqual(now);
});

test('reconcile finds unrecorded payments and names unreachable providers', async () => {
  const { subject, backend, id, admin } = await shop();
  await backend.db.updateTable('payment').set({ checkout_ref: 'cs_test_gone' }).where('id', '=', id).execute();
  const { code, json } = await admin('reconcile --json');
  expect(code).toBe(6);
  expect(json().differences).toMatchObject([
    { about: id, what: 'unknown there' },
    { about: 'cs_test_1', what: 'unknown to us', theirs: 'paid 399 USD' },
  ]);
  subject.emulator.failNext(9);
  expect(await admin('reconcile')).toMatchObject({ code: 5, out: expect.stringContaining('Not compared: stripe') });
});

test('invalid commands print a message, exit with a code, and change nothing', async () => {
  const { backend, id, admin } = await shop();
  const wrong: [string, number, string][] = [
    ['', 2, 'A command is required.'],
    ['pay', 2, 'Unknown command "pay".'],
    ['payment', 2, 'Usage: payment ID'],
    ['payments --colour red', 2, "Unknown option '--colour'"],
    ['payments --settle', 2, '"payments" has no option --settle.'],
    ['disputes --status paid', 2, '"disputes" has no option --status. Usage: disputes [--provider P] [--account WHO]'],
    ['payments --status bought', 2, '--status must be one of created,'],
    ['payments --provider stirpe', 2, '--provider must be one of stripe, paypal, futurepay, onerway,'],
    ['problems --provider ""', 2, '--provider must be one of'],
    ['payments --status paid --status refunded', 2, '--status is given twice.'],
    ['payments --limit many', 2, '--limit must be an integer from 1 to 10000, not "many".'],
    [`refund ${id}`, 2, '--reason is missing'],
    [`refund ${id} --amount 1,99 --reason x`, 2, '--amount must be an amount in USD such as 3.99, not "1,99".'],
    [`refund ${id} --amount 4 --reason x`, 4, 'The amount must be between 1 and 399 minor units.'],
    ['payment 12', 3, 'Payment 12 does not exist.'],
    ['grant nobody@example.com 5 --reason x', 3, 'Account nobody@example.com does not exist.'],
    ['grant nobody@example.com -5 --reason x', 2, "Unknown option '-5'"],
    ['reconcile --provider paypal', 2, '--provider must be a configured provider (stripe)'],
    ['reconcile --provider ""', 2, '--provider must be a configured provider (stripe)'],
    ['stopped --account ""', 3, 'Account  does not exist.'],
    ['media sweep --keep', 2, '"media sweep" has no option --keep.'],
  ];
  for (const [line, code, sentence] of wrong) {
    expect(await admin(line), line).toMatchObject({ code, err: expect.stringContaining(sentence), out: '' });
  }
  expect((await admin('payment 12 --json')).json()).toEqual({
    error: { message: 'Payment 12 does not exist.', exit_code: 3 },
  });
  const { out: help } = await admin('--help');
  expect(help).toContain('Exit codes: 0 done');
  expect(help).toContain('  audit [--limit 50] [--all]\n');
  expect(await auditOf(backend)).toEqual([]);
});

test('card tokens and checkout links are never shown', async () => {
  const { backend, id, admin } = await subscribed();
  await backend.db.updateTable('subscription').set({ token: 'a key to a card' }).execute();
  const { id: subscription } = await backend.db.selectFrom('subscription').select('id').executeTakeFirstOrThrow();
  const shown = ['payments', `payment ${id}`, 'subscriptions', `subscription ${subscription}`];
  const lines = [
    ...shown,
    ...shown.map((line) => `${line} --json`),
    `cancel ${subscription} --reason "By mail" --json`,
  ];
  for (const line of lines) {
    const { code, out } = await admin(line);
    expect(code, line).toBe(0);
    expect(out, line).not.toMatch(/a key to a card|dev\/pay/);
  }
});

test('spent credits of a refunded payment are owed, and shown with the payment', async () => {
  const { backend, ada, id, admin } = await shop();
  const spend = { accountId: ada.accountId, kind: 'hold', delta: -40, reference: 'order', note: '' } as const;
  await backend.db.transaction().execute((trx) => postEntry(trx, spend));
  expect((await admin(`refund ${id} --reason "Goodwill"`)).out).toMatch(/owed +40 credits/);
});
