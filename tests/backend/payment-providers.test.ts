import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { purchaseCall } from '~/features/billing/purchase-call';
import type { CallName, Input, Output } from '#contract';
import { handleEvent } from '#backend/domain/payments/handle-event';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';
import { operatorOf } from '#tests/support/operator';
import { evonet } from '#tests/support/providers/evonet';
import { futurepay } from '#tests/support/providers/futurepay';
import { nowpayments } from '#tests/support/providers/nowpayments';
import { onerway } from '#tests/support/providers/onerway';
import { payssion } from '#tests/support/providers/payssion';
import { paypal } from '#tests/support/providers/paypal';
import { stripe } from '#tests/support/providers/stripe';
import type { ProviderSubject } from '#tests/support/conformance/payment-subject';

const providers: [string, () => Promise<ProviderSubject>][] = [
  ['stripe', () => stripe()],
  ['paypal', () => paypal()],
  ['nowpayments', nowpayments],
  ['payssion', payssion],
  ['onerway', onerway],
  ['evonet', () => evonet()],
  ['futurepay', () => futurepay()],
];

async function shop(open: () => Promise<ProviderSubject>) {
  const subject = await open();
  const backend = await openBackend({}, { providers: [subject.provider] });
  const lines: string[] = [];
  backend.deps.log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  return { ...subject, backend, logs: () => lines.join(''), ada: await member(backend, { credits: 0 }) };
}

async function buy(who: Member, { provider }: ProviderSubject, product_id = 'pack_50'): Promise<string> {
  const { method, types } = provider.methods[0]!;
  const type = product_id.startsWith('pack') ? 'once' : types[0]!;
  const { name, input } = purchaseCall(method, type, { product_id });
  const begun = (await who.call(name, input as Input<CallName>)) as Output<'stripe_buy'>;
  return begun.payment_id;
}

async function deliver(backend: TestBackend, { provider, webhook }: ProviderSubject, paymentId: string) {
  const { body, headers } = webhook(paymentId);
  const response = await backend.fetch(`/webhook/${provider.name}`, { method: 'POST', body, headers });
  const open = await backend.db.selectFrom('payment_event').select('id').where('handled_at', 'is', null).execute();
  for (const { id } of open) await handleEvent(backend.deps, { event_id: id }, false);
  return response.status;
}

const verify = (who: Member, id: string) => who.call('payment_verify', { id, type: 'once' });

test.each(providers)(
  '%s: duplicate and reordered events and the return page credit a payment once',
  async (_name, open) => {
    const subject = await shop(open);
    const id = await buy(subject.ada, subject);
    subject.decide(id, 'paid');
    expect(await deliver(subject.backend, subject, id)).toBe(200);
    await Promise.all([verify(subject.ada, id), deliver(subject.backend, subject, id), verify(subject.ada, id)]);
    await deliver(subject.backend, subject, id);
    expect(subject.logs()).toContain('"isNew":false'); // logged, not handled
    expect(await ledgerOf(subject.backend, subject.ada)).toMatchObject({ balance: 50, sum: 50 });
    expect((await verify(subject.ada, id)).status).toBe('paid');
  },
);

test.each(providers)(
  '%s: nothing is credited before the event, or on a failure, until it is paid',
  async (name, open) => {
    const subject = await shop(open);
    const id = await buy(subject.ada, subject);
    expect(['created', 'pending']).toContain((await verify(subject.ada, id)).status);
    subject.decide(id, 'failed');
    await deliver(subject.backend, subject, id);
    expect((await verify(subject.ada, id)).status).toBe('failed');
    expect(await ledgerOf(subject.backend, subject.ada)).toMatchObject({ balance: 0, entries: [] });
    expect(subject.logs(), name).not.toContain('"level":50');
  },
);

test.each(providers)('%s: a wrong amount or currency grants nothing and is recorded', async (_name, open) => {
  for (const wrong of ['wrong amount', 'wrong currency'] as const) {
    const subject = await shop(open);
    const id = await buy(subject.ada, subject);
    subject.decide(id, wrong);
    await deliver(subject.backend, subject, id);
    expect(await ledgerOf(subject.backend, subject.ada)).toMatchObject({ balance: 0, entries: [] });
    const { problem } = await subject.backend.db.selectFrom('payment').select('problem').executeTakeFirstOrThrow();
    expect(problem).toContain('399 USD');
  }
});

test.each(providers)(
  '%s: an outage is reported, loses nothing, and the credits arrive after it',
  async (_name, open) => {
    const subject = await shop(open);
    subject.emulator.failNext(1);
    await expect(buy(subject.ada, subject)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Nothing was paid'),
    });
    const id = await buy(subject.ada, subject);
    subject.decide(id, 'paid');
    const { body, headers } = subject.webhook(id);
    await subject.backend.fetch(`/webhook/${subject.provider.name}`, { method: 'POST', body, headers });
    subject.emulator.failNext(2);
    const { id: event_id } = await subject.backend.db
      .selectFrom('payment_event')
      .select('id')
      .executeTakeFirstOrThrow();
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(handleEvent(subject.backend.deps, { event_id }, false)).rejects.toMatchObject({
        error: 'unavailable',
      });
    }
    await handleEvent(subject.backend.deps, { event_id }, false);
    expect(await ledgerOf(subject.backend, subject.ada)).toMatchObject({ balance: 50 });
  },
);

test.each(providers)('%s: the logs contain neither its keys nor its events', async (_name, open) => {
  const subject = await shop(open);
  const id = await buy(subject.ada, subject);
  subject.decide(id, 'paid');
  await deliver(subject.backend, subject, id);
  await subject.backend.fetch(`/webhook/${subject.provider.name}`, {
    method: 'POST',
    body: '{"card":"4242424242424242"}',
  });
  expect(subject.logs()).toContain('payment_webhook_refused');
  const secrets =
    /sk_tests|whsec|pp-secret|pp-token|np-key|np-ipn|ps-key|ps-secret|ow-secret|ev-sign|ev-token|fp-key|42424242/;
  expect(subject.logs()).not.toMatch(secrets);
});

const longAgo = (days: number) => () => new Date(Date.now() - days * 86_400_000);

test.each<[string, () => Promise<ProviderSubject>]>([
  ['stripe', () => stripe({ now: longAgo(0.01) })],
  ['paypal', () => paypal({ now: longAgo(5) })],
])('%s: a genuine but stale event is refused and logged', async (_name, open) => {
  const subject = await shop(open);
  const id = await buy(subject.ada, subject);
  subject.decide(id, 'paid');
  expect(await deliver(subject.backend, subject, id)).toBe(422);
  expect(subject.logs()).toContain('payment_webhook_refused');
  expect(await ledgerOf(subject.backend, subject.ada)).toMatchObject({ balance: 0 });
});

test('an unavailable provider is asked once a sweep, and no payment of another provider waits for it', async () => {
  let now = new Date('2026-11-21T10:00:00Z');
  const [broken, healthy] = [await evonet(() => now), await payssion()];
  const backend = await openBackend({}, { providers: [broken.provider, healthy.provider] });
  backend.deps.now = () => now;
  const ada = await member(backend, { credits: 0 });
  const ofBroken = await buy(ada, broken);
  await sql`
    insert into payment (id, account_id, provider, method, kind, product, credits, amount, currency, checkout_ref, created_at)
    select gen_random_uuid(), account_id, provider, method, kind, product, credits, amount, currency, 'earlier-' || n, created_at
    from payment, generate_series(1, 120) as n`.execute(backend.db);
  const ofHealthy = await buy(ada, healthy);
  broken.decide(ofBroken, 'paid');
  healthy.decide(ofHealthy, 'paid');
  const { calls } = broken.emulator;
  const begun = calls.length;
  const sweep = async () => {
    now = new Date(now.getTime() + 120_000);
    await sweepPayments(backend.deps);
  };

  broken.emulator.failNext(2);
  await sweep();
  expect(calls).toHaveLength(begun + 1);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 50 });
  await sweep();
  expect(calls).toHaveLength(begun + 2);
  expect(calls.at(-1)!.path).not.toBe(calls.at(-2)!.path);

  await sweep();
  await sweep();
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 100 });
});

test.each([
  ['no key', {}],
  ['another key', { authorization: 'ev-sigx' }],
  ['a longer key', { authorization: 'ev-sign ev-sign' }],
  ['another key id', { keyid: 'ev-kex' }],
  ['no key id', { keyid: '' }],
])('evonet: an event with %s is refused without calling the provider', async (what, changed) => {
  const subject = await shop(() => evonet());
  const id = await buy(subject.ada, subject);
  subject.decide(id, 'paid');
  const { body, headers } = subject.webhook(id);
  const given = what === 'no key' ? {} : { ...headers, ...changed };
  const { status } = await subject.backend.fetch('/webhook/evonet', { method: 'POST', body, headers: given });
  expect(status).toBe(422);
  expect(await subject.backend.db.selectFrom('payment_event').selectAll().execute()).toEqual([]);
  expect(await deliver(subject.backend, subject, id)).toBe(200);
});

test('evonet: a part refunded in its dashboard is a problem until its amount is recorded by hand', async () => {
  const subject = await shop(() => evonet());
  const admin = operatorOf(subject.backend);
  const id = await buy(subject.ada, subject);
  subject.decide(id, 'paid');
  await deliver(subject.backend, subject, id);
  expect(await admin(`refund ${id} --amount 1.00 --reason "asked for"`)).toMatchObject({
    code: 4,
    err: 'evonet only refunds the full amount. Leave --amount out.',
  });

  const inDashboard = { chargeRef: id } as Parameters<typeof subject.provider.refund>[0];
  await subject.provider.refund(inDashboard, { amount: 100, currency: 'USD' }, 'by hand');
  await deliver(subject.backend, subject, id);
  expect((await admin('problems')).out).toContain('The provider does not say how much was refunded.');
  expect((await admin('reconcile')).code).toBe(6);
  const inItsDashboard = 'make a further refund in its dashboard, then record it with --made-by-hand.';
  expect(await admin(`refund ${id} --reason "asked for"`)).toMatchObject({
    code: 4,
    err: `The provider does not say how much was refunded. Record the amount with \`refund --made-by-hand\`. evonet only refunds the full amount: ${inItsDashboard}`,
  });

  const { out } = await admin(`refund ${id} --amount 1.00 --made-by-hand --reason "asked for"`);
  expect(out).toMatch(/refunded +1\.00 USD/);
  await verify(subject.ada, id);
  expect(await ledgerOf(subject.backend, subject.ada)).toMatchObject({ balance: 38, sum: 38 });
  expect((await admin('problems')).out).toBe('Every payment matches its order.');
  expect((await admin('reconcile')).code).toBe(0);
  for (const amount of ['', '--amount 2.99 '])
    expect(await admin(`refund ${id} ${amount}--reason "the rest"`)).toMatchObject({
      code: 4,
      err: `A part of this payment is refunded. evonet only refunds the full amount: ${inItsDashboard}`,
    });
  expect((await admin(`refund ${id} --made-by-hand --reason "the rest"`)).out).toMatch(/status +refunded/);
});

test('paypal: an event that PayPal cannot check is refused, and during an outage retried by PayPal', async () => {
  const subject = await shop(() => paypal());
  const id = await buy(subject.ada, subject);
  subject.decide(id, 'paid');
  const { body, headers } = subject.webhook(id);
  const send = (given: Record<string, string>) =>
    subject.backend.fetch('/webhook/paypal', { method: 'POST', body, headers: given });
  const { 'paypal-transmission-sig': _, ...unsigned } = headers;
  expect((await send(unsigned)).status).toBe(422);
  subject.emulator.failNext(1);
  expect((await send(headers)).status).toBe(503);
  expect((await send(headers)).status).toBe(200);
  expect(subject.logs()).not.toContain('call_failed');
});

test('futurepay: unsubscribing reports only that it was requested', async () => {
  const subject = await futurepay();
  const backend = await openBackend({}, { providers: [subject.provider] });
  const ada = await member(backend, { credits: 0 });
  const { payment_id } = await ada.call('futurepay_subscribe', { product_id: 'light_month' });
  subject.decide(payment_id, 'paid');
  await ada.call('payment_verify', { id: payment_id, type: 'sub' });
  expect(await ada.call('futurepay_unsubscribe', {})).toEqual({ status: 'cancellation_requested' });
  expect((await ada.call('my_userinfo', {})).subscription).toMatchObject({ cancel_at_period_end: true });
  expect(JSON.parse(subject.emulator.calls[0]!.body)).toMatchObject({
    paymentMethod: { type: 'intercards' },
    countryCode: 'US',
  });
});
