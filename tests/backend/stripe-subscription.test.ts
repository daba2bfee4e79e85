import { expect, test } from 'vitest';
import { handleEvent } from '#backend/domain/payments/handle-event';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import { ProviderRefused, ProviderUnavailable } from '#backend/providers/payments/port';
import { member, openBackend } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';
import { stripe } from '#tests/support/providers/stripe';

/** The first period is paid but not synced. */
async function begun() {
  let now = new Date('2026-11-21T10:00:00Z');
  const subject = await stripe({ now: () => now });
  const backend = await openBackend({ tokenDays: 3650 }, { providers: [subject.provider] });
  backend.deps.now = () => now;
  const ada = await member(backend, { credits: 0 });
  const { payment_id: id } = await ada.call('stripe_buy', { product_id: 'light_month' });
  subject.decide(id, 'paid');

  async function tell(type: string, object: object): Promise<number> {
    const { body, headers } = subject.message(type, object);
    const { status } = await backend.fetch('/webhook/stripe', { method: 'POST', body, headers });
    const open = await backend.db.selectFrom('payment_event').select('id').where('handled_at', 'is', null).execute();
    for (const event of open) await handleEvent(backend.deps, { event_id: event.id }, true);
    return status;
  }
  const invoice = () => {
    const { id: subscription } = subject.books.subscriptionOf(id);
    return { object: 'invoice', parent: { subscription_details: { subscription } } };
  };
  const later = (days: number) => (now = new Date(now.getTime() + days * 86_400_000));
  return { subject, backend, ada, id, tell, invoice, later, standing: () => ada.call('my_userinfo', {}) };
}

async function subscribed() {
  const subject = await begun();
  await subject.ada.call('payment_verify', { id: subject.id, type: 'sub' });
  return subject;
}

test('stripe: a purchase whose answer was lost leads to the same checkout when it is sent again later', async () => {
  const { backend, ada, later } = await begun();
  const buy = () => ada.call('stripe_buy', { product_id: 'pack_50' }, 'one-purchase');
  const first = await buy();
  // The server ended after Stripe had answered.
  await backend.db.deleteFrom('idempotency').execute();
  await backend.db
    .updateTable('payment')
    .set({ checkout_ref: null, action: null })
    .where('id', '=', first.payment_id)
    .execute();
  later(1 / 24);
  expect(await buy()).toEqual(first);
});

test('stripe: half price first, each paid invoice credits its period once, past due and recovered', async () => {
  const { subject, backend, ada, id, tell, invoice, later, standing } = await subscribed();
  expect(await standing()).toMatchObject({
    user_status: 'premium',
    credit_num: 150,
    subscription: { status: 'active', renews_at: '2026-12-21T10:00:00.000Z' },
  });
  later(30);
  subject.books.renew(id);
  expect(await tell('invoice.paid', invoice())).toBe(200);
  await tell('invoice.paid', invoice());
  await sweepPayments(backend.deps);
  expect(await standing()).toMatchObject({ credit_num: 300 });

  later(30);
  subject.books.renew(id, false);
  await tell('invoice.payment_failed', invoice());
  expect((await standing()).subscription).toMatchObject({ status: 'past_due' });
  subject.books.renew(id);
  await tell('invoice.paid', invoice());
  expect((await standing()).subscription).toMatchObject({ status: 'active' });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 450, sum: 450 });
  const { items } = await ada.call('my_payment_lists', {});
  expect(items.map(({ amount, status }) => [amount, status])).toEqual([
    [799, 'paid'],
    [799, 'paid'],
    [399, 'paid'],
  ]);
});

test('stripe: a first sync after two renewals credits all three periods', async () => {
  const { subject, backend, ada, id, tell, invoice, later } = await begun();
  for (let period = 0; period < 2; period++) {
    later(30);
    subject.books.renew(id);
  }
  await ada.call('payment_verify', { id, type: 'sub' });
  await tell('invoice.paid', invoice());
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 450, sum: 450 });
  const periods = await backend.db.selectFrom('payment').select('period_start').orderBy('period_start').execute();
  expect(new Set(periods.map(({ period_start }) => period_start!.toISOString())).size).toBe(3);
});

test('stripe: cancelled, resumed, changed for the next period, and ended by Stripe', async () => {
  const { subject, ada, id, tell, invoice, later, standing } = await subscribed();
  const { id: subscription } = subject.books.subscriptionOf(id);
  expect(await ada.call('subscription_cancel', {})).toMatchObject({ cancel_at_period_end: true });
  expect(subject.books.subscriptionOf(id).cancel_at_period_end).toBe(true);
  expect(await ada.call('subscription_resume', {})).toMatchObject({ cancel_at_period_end: false });
  expect(subject.books.subscriptionOf(id).cancel_at_period_end).toBe(false);

  await ada.call('subscription_change', { product_id: 'studio_month' });
  expect(subject.books.subscriptionOf(id).price).toBe(3999);
  const next = { next_product_id: 'studio_month', next_name: 'Studio' };
  expect((await standing()).subscription).toMatchObject({ product_id: 'light_month', ...next });
  expect((await standing()).credit_num).toBe(150);
  later(30);
  subject.books.renew(id);
  await tell('invoice.paid', invoice());
  expect(await standing()).toMatchObject({ credit_num: 1350, subscription: { product_id: 'studio_month' } });

  subject.books.subscriptionOf(id).status = 'canceled';
  await tell('customer.subscription.deleted', { id: subscription, object: 'subscription' });
  expect(await standing()).toMatchObject({ user_status: 'expired', credit_num: 1350 });
});

test('stripe: a plan chosen for the next period begins when its invoice is paid, an hour after the period', async () => {
  const { subject, ada, id, tell, invoice, later, standing } = await subscribed();
  const subscription = subject.books.subscriptionOf(id);
  await ada.call('subscription_change', { product_id: 'studio_month' });
  later(30);
  subject.books.beginPeriod(subscription);
  await tell('customer.subscription.updated', { id: subscription.id, object: 'subscription' });
  const begun = { product_id: 'light_month', next_product_id: 'studio_month' };
  expect(await standing()).toMatchObject({ credit_num: 150, subscription: begun });
  later(1 / 24);
  subject.books.invoice(subscription, subscription.price);
  await tell('invoice.paid', invoice());
  const paid = { product_id: 'studio_month', next_product_id: null };
  expect(await standing()).toMatchObject({ credit_num: 1350, subscription: paid });
});

test('stripe: an upgrade begins at once, for the quoted price and its share of credits, once', async () => {
  const { subject, backend, ada, id, tell, invoice, later, standing } = await subscribed();
  later(15);
  const product_id = 'studio_month';
  const quote = await ada.call('subscription_quote', { product_id });
  expect(quote).toMatchObject({ begins: 'now', due: { amount: 1600, currency: 'USD' }, credits: 525 });
  later(1 / 48); // within the quote's validity
  const agreed = { product_id, as_of: quote.as_of, withdrawal_consent: true };
  for (const press of [1, 2]) {
    expect(await ada.call('subscription_change', agreed), `press ${press}`).toMatchObject({ product_id });
  }
  await tell('invoice.paid', invoice());
  expect(await standing()).toMatchObject({ credit_num: 675, subscription: { product_id, status: 'active' } });
  expect(await ada.call('subscription_quote', { product_id: 'light_month' })).toMatchObject({ begins: 'next_period' });

  later(16);
  subject.books.renew(id);
  await tell('invoice.paid', invoice());
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 1875, sum: 1875 });
  const { items } = await ada.call('my_payment_lists', {});
  expect(items.map(({ amount, credits, status }) => [amount, credits, status])).toEqual([
    [3999, 1200, 'paid'],
    [1600, 525, 'paid'],
    [399, 150, 'paid'],
  ]);
});

test('stripe: the price of an upgrade is valid for an hour, and an upgrade of a cancelled plan begins with the next period', async () => {
  const { ada, later, standing } = await subscribed();
  later(15);
  const product_id = 'studio_month';
  const { as_of } = await ada.call('subscription_quote', { product_id });
  later(-1 / 24);
  const change = () => ada.call('subscription_change', { product_id, as_of });
  const outOfDate = { error: 'conflict', message: expect.stringContaining('out of date') };
  await expect(change(), 'before it was asked for').rejects.toMatchObject(outOfDate);
  later(2 / 24);
  await expect(change(), 'an hour later').rejects.toMatchObject(outOfDate);
  await ada.call('subscription_cancel', {});
  expect(await ada.call('subscription_quote', { product_id })).toMatchObject({ begins: 'next_period', due: null });
  expect(await standing()).toMatchObject({ credit_num: 150, subscription: { product_id: 'light_month' } });
});

test('stripe: after an upgrade in the hour before the invoice of its period, that invoice still gives its credits', async () => {
  const { subject, backend, ada, id, tell, invoice, later, standing } = await subscribed();
  const subscription = subject.books.subscriptionOf(id);
  later(30);
  subject.books.beginPeriod(subscription);
  await tell('customer.subscription.updated', { id: subscription.id, object: 'subscription' });
  const draft = subscription.price;
  later(1 / 48);
  const product_id = 'studio_month';
  const { as_of } = await ada.call('subscription_quote', { product_id });
  await ada.call('subscription_change', { product_id, as_of });
  const upgraded = (await standing()).credit_num;
  subject.books.invoice(subscription, draft);
  await tell('invoice.paid', invoice());
  expect(await standing()).toMatchObject({ credit_num: upgraded + 150, subscription: { product_id } });
  later(30);
  subject.books.renew(id);
  await tell('invoice.paid', invoice());
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: upgraded + 150 + 1200, sum: upgraded + 150 + 1200 });
});

test('stripe: a plan whose answer was lost is credited when it is paid, and no upgrade is priced from it before', async () => {
  const { subject, ada, id, tell, invoice, later, standing } = await subscribed();
  const renewals = subject.provider.subscriptions!;
  const change = renewals.change!;
  renewals.change = async (...given) => {
    await change(...given);
    throw new ProviderUnavailable('the answer was lost');
  };
  await expect(ada.call('subscription_change', { product_id: 'regular_month' })).rejects.toThrow();
  renewals.change = change;
  later(15);
  const upgrade = await ada.call('subscription_quote', { product_id: 'studio_month' });
  expect(upgrade).toMatchObject({ begins: 'next_period', due: null, credits: 0 });
  later(15);
  subject.books.renew(id);
  await tell('invoice.paid', invoice());
  expect(await standing()).toMatchObject({ credit_num: 150 + 400, subscription: { product_id: 'regular_month' } });
});

test('stripe: a plan whose answer was lost is shown as the next one as soon as Stripe reports the change', async () => {
  const { subject, ada, id, tell, standing } = await subscribed();
  const renewals = subject.provider.subscriptions!;
  const change = renewals.change!;
  renewals.change = async (...given) => {
    await change(...given);
    throw new ProviderUnavailable('the answer was lost');
  };
  await expect(ada.call('subscription_change', { product_id: 'regular_month' })).rejects.toThrow();
  renewals.change = change;
  await tell('customer.subscription.updated', { id: subject.books.subscriptionOf(id).id, object: 'subscription' });
  const next = { product_id: 'light_month', next_product_id: 'regular_month' };
  expect((await standing()).subscription).toMatchObject(next);
  await ada.call('subscription_change', { product_id: 'light_month' });
  expect((await standing()).subscription).toMatchObject({ product_id: 'light_month', next_product_id: null });
});

test('stripe: of two plans chosen at once, the one that Stripe has is shown as the next', async () => {
  const { subject, ada, id, standing } = await subscribed();
  const renewals = subject.provider.subscriptions!;
  const change = renewals.change!;
  renewals.change = async (...given) => {
    renewals.change = change;
    await change(...given);
    await ada.call('subscription_change', { product_id: 'studio_month' });
  };
  await ada.call('subscription_change', { product_id: 'regular_month' });
  expect(subject.books.subscriptionOf(id).price).toBe(3999);
  expect((await standing()).subscription).toMatchObject({ next_product_id: 'studio_month' });
});

test('stripe: an upgrade in the very second of the first payment is quoted and made', async () => {
  const { ada, tell, invoice, standing } = await subscribed();
  const product_id = 'studio_month';
  const { begins, as_of } = await ada.call('subscription_quote', { product_id });
  expect([begins, as_of]).toEqual(['now', '2026-11-21T10:00:01.000Z']);
  await ada.call('subscription_change', { product_id, as_of, withdrawal_consent: true });
  await tell('invoice.paid', invoice());
  expect(await standing()).toMatchObject({ credit_num: 1200, subscription: { product_id, status: 'active' } });
});

test('stripe: an upgrade interrupted by a crash is completed by its event; a declined card or an old quote changes nothing', async () => {
  const { subject, backend, ada, id, tell, invoice, later, standing } = await subscribed();
  later(15);
  const product_id = 'regular_month';
  subject.card.works = false;
  const refused = { product_id, as_of: (await ada.call('subscription_quote', { product_id })).as_of };
  const said = { error: 'conflict', message: expect.stringContaining('your plan stays as it is') };
  await expect(ada.call('subscription_change', refused)).rejects.toMatchObject(said);
  later(1 / 12);
  await expect(ada.call('subscription_change', refused)).rejects.toMatchObject({ error: 'conflict' });
  expect(await standing()).toMatchObject({ credit_num: 150, subscription: { product_id: 'light_month' } });

  subject.card.works = true;
  const { as_of } = await ada.call('subscription_quote', { product_id });
  await ada.call('subscription_change', { product_id, as_of: refused.as_of }).catch(() => {});
  const { upgrade } = subject.provider.subscriptions!;
  const make = upgrade!.make;
  upgrade!.make = async (...given) => {
    await make(...given);
    throw new Error('the process has died');
  };
  await expect(ada.call('subscription_change', { product_id, as_of })).rejects.toThrow();
  expect(await standing()).toMatchObject({ credit_num: 150 });
  await tell('invoice.paid', invoice());
  expect(await standing()).toMatchObject({ credit_num: 150 + 125, subscription: { product_id } });
  const intent = subject.books.intentOf(id);
  intent.refunded = intent.amount;
  await tell('charge.refunded', { object: 'charge', payment_intent: intent.id, metadata: {} });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 150, sum: 150 });
});

test('stripe: while an upgrade is being made, another one is refused', async () => {
  const { subject, ada, later, tell, invoice, standing } = await subscribed();
  later(15);
  const product_id = 'regular_month';
  const { as_of } = await ada.call('subscription_quote', { product_id });
  later(1 / 1440);
  const other = await ada.call('subscription_quote', { product_id: 'studio_month' });
  const { upgrade } = subject.provider.subscriptions!;
  const make = upgrade!.make;
  let second: unknown;
  upgrade!.make = async (...given) => {
    upgrade!.make = make;
    const another = ada.call('subscription_change', { product_id: 'studio_month', as_of: other.as_of });
    second = await another.catch((error: unknown) => error);
    return make(...given);
  };
  expect(await ada.call('subscription_change', { product_id, as_of })).toMatchObject({ product_id });
  expect(second).toMatchObject({ error: 'conflict', message: expect.stringContaining('in a few minutes') });
  await tell('invoice.paid', invoice());
  expect(await standing()).toMatchObject({ credit_num: 150 + 125, subscription: { product_id } });
});

test.each([
  ['was made', true, { amount: 1200, credits: 400 }],
  ['never reached Stripe', false, { amount: 1600, credits: 525 }],
])(
  'stripe: after an upgrade whose answer was lost and that %s, another one is possible',
  async (_what, isMade, next) => {
    const { subject, ada, later, tell, invoice, standing } = await subscribed();
    later(15);
    const { upgrade } = subject.provider.subscriptions!;
    const make = upgrade!.make;
    upgrade!.make = async (...given) => {
      if (isMade) await make(...given);
      throw new ProviderUnavailable('the answer was lost');
    };
    const accept = async (product_id: string) => {
      const quote = await ada.call('subscription_quote', { product_id });
      await ada.call('subscription_change', { product_id, as_of: quote.as_of });
      return quote;
    };
    await expect(accept('regular_month')).rejects.toMatchObject({ error: 'unavailable' });
    upgrade!.make = make;
    later(1 / 86_400);
    if (!isMade) {
      const message = expect.stringContaining('in a few minutes'); // it may still be under way
      await expect(accept('studio_month')).rejects.toMatchObject({ error: 'conflict', message });
      later(3 / 1440);
    }
    const quote = await accept('studio_month');
    expect({ amount: quote.due!.amount, credits: quote.credits }).toEqual(next);
    await tell('invoice.paid', invoice());
    expect(await standing()).toMatchObject({
      credit_num: 150 + 525,
      subscription: { product_id: 'studio_month', status: 'active' },
    });
  },
);

test('stripe: an outage or a refusal is told to a subscriber who buys nothing without words on a purchase', async () => {
  const { subject, ada } = await subscribed();
  const product_id = 'studio_month';
  const { as_of } = await ada.call('subscription_quote', { product_id });
  const asked = [
    () => ada.call('subscription_cancel', {}),
    () => ada.call('subscription_quote', { product_id }),
    () => ada.call('subscription_change', { product_id }),
    () => ada.call('del_account', { uid: ada.accountId }),
  ];
  for (const ask of asked) {
    subject.emulator.failNext(1);
    const message = 'The payment provider does not answer right now. Please try again shortly.';
    await expect(ask()).rejects.toMatchObject({ error: 'unavailable', message });
  }
  subject.provider.subscriptions!.upgrade!.make = async () => {
    throw new ProviderUnavailable('the answer was lost');
  };
  await expect(ada.call('subscription_change', { product_id, as_of })).rejects.toMatchObject({
    message: 'The payment provider does not answer right now. See your plan before you try again: it may be changed.',
  });
  subject.provider.subscriptions!.cancelAtPeriodEnd = async () => {
    throw new ProviderRefused('not now');
  };
  await expect(ada.call('subscription_cancel', {})).rejects.toMatchObject({
    message: 'The payment provider did not accept this. Please try again later, or contact us.',
  });
});

test('stripe: a dispute takes the credits back, a won one returns them, a refund takes its share', async () => {
  const { subject, backend, ada, id, tell } = await subscribed();
  const intent = subject.books.intentOf(id);
  const about = { object: 'dispute', payment_intent: intent.id };
  intent.dispute = 'needs_response';
  await tell('charge.dispute.created', about);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 0, sum: 0 });
  intent.dispute = 'won';
  await tell('charge.dispute.closed', about);
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 150, sum: 150 });
  intent.refunded = 133;
  await tell('charge.refunded', { object: 'charge', payment_intent: intent.id, metadata: {} });
  expect(await ledgerOf(backend, ada)).toMatchObject({ balance: 100, sum: 100 });
});

test('stripe: another checkout of a first subscription expires when one is paid; if it was paid before, it is credited', async () => {
  const { subject, backend, ada, later, id } = await begun();
  const open = await ada.call('stripe_buy', { product_id: 'regular_month' });
  const alsoPaid = await ada.call('stripe_buy', { product_id: 'studio_month' });
  later(0.01);
  await ada.call('payment_verify', { id, type: 'sub' });
  subject.decide(alsoPaid.payment_id, 'paid');
  await sweepPayments(backend.deps);
  expect(subject.books.sessionOf(open.payment_id).status).toBe('expired');
  const { items } = await ada.call('my_payment_lists', {});
  expect(items.map(({ status, credits }) => [status, credits])).toEqual([
    ['paid', 600],
    ['expired', 400],
    ['paid', 150],
  ]);
});

test('stripe: a checkout is continued until Stripe closes its page, then the same choice opens another one', async () => {
  let now = new Date('2026-11-21T10:00:00Z');
  const { provider, emulator } = await stripe({ now: () => now });
  const backend = await openBackend({}, { providers: [provider] });
  backend.deps.now = () => now;
  const ada = await member(backend);
  const buy = async () => (await ada.call('stripe_buy', { product_id: 'light_month' })).payment_id;
  const payment_id = await buy();
  const closesAt = Number(new URLSearchParams(emulator.calls.at(-1)!.body).get('expires_at')) * 1000;
  const canContinue = async () => (await ada.call('my_payment_lists', {})).items[0]!.can_continue;

  now = new Date(closesAt - 1000);
  expect(await canContinue()).toBe(true);
  expect(await buy()).toBe(payment_id);

  now = new Date(closesAt);
  expect(await canContinue()).toBe(false);
  await expect(ada.call('payment_checkout', { payment_id })).rejects.toMatchObject({ error: 'expired' });
  expect(await buy()).not.toBe(payment_id);
});
