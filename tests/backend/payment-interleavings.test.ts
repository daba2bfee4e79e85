import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postEntry } from '#backend/domain/credits/post-entry';
import { entitledCredits } from '#backend/domain/payments/grant';
import { settle } from '#backend/domain/payments/settle';
import { ProviderUnavailable, type Charge, type PaymentProvider } from '#backend/providers/payments/port';
import { member, openBackend } from '#tests/support/backend';
import { ledgerOf } from '#tests/support/journey';

/** A provider whose truth the test moves, and whose answers take a while: what they say may be stale on arrival. */
function movingProvider() {
  const charges = new Map<string, Charge>();
  const paid = { amount: 399, currency: 'USD' };
  const provider: PaymentProvider = {
    name: 'stripe',
    methods: [{ method: 'stripe', types: ['sub', 'once'] }],
    refunds: 'partial',
    async createCheckout({ paymentId }) {
      charges.set(paymentId, { ref: null, status: 'created', paid, refunded: 0 });
      return { ref: paymentId, action: { type: 'redirect', url: 'https://pay.test/' } };
    },
    async parseWebhook() {
      return { key: 'none', subject: { kind: 'none' } };
    },
    async fetchStatus({ paymentId }) {
      const charge = { ...charges.get(paymentId)! };
      for (let turns = Math.floor(Math.random() * 6); turns > 0; turns--) await turn();
      if (Math.random() < 0.1) throw new ProviderUnavailable('away');
      return { charge };
    },
    async refund() {},
  };
  const move = (id: string, status: Charge['status'], refunded = 0) =>
    void charges.set(id, { ref: `ch-${id}`, status, paid, refunded });
  return { provider, charges, move };
}

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), which: fc.nat(3) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('look' as const), which: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 60 }) }) },
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(3), amount: fc.integer({ min: 1, max: 399 }) }),
  fc.record({ do: fc.constant('dispute' as const), which: fc.nat(3) }),
  fc.record({ do: fc.constant('crash' as const) }),
);

test('whatever comes when, and wherever it breaks off: the books agree, nothing is lost or given twice', async () => {
  const { provider, charges, move } = movingProvider();
  const backend = await openBackend({}, { providers: [provider] });
  let crashes = 0;
  const { add } = backend.deps.jobs;
  // The last thing written in a transaction that grants: a fault here is a process that dies in the middle of it.
  backend.deps.jobs.add = async (...job) => {
    await add(...job);
    if (crashes > 0 && crashes--) throw new Error('the process died');
  };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 45 }), async (steps) => {
      const ada = await member(backend, { credits: 5 });
      const ids: string[] = [];
      for (let n = 0; n < 4; n++) ids.push((await ada.call('stripe_buy', { product_id: 'pack_50' })).payment_id);
      let spent = 0;
      const underWay: Promise<unknown>[] = [];
      /** Not waited for: it may fail, and the next one comes meanwhile. */
      const begin = (work: Promise<unknown>) => void underWay.push(work.catch(() => {}));
      for (const [index, one] of steps.entries()) {
        const id = 'which' in one ? ids[one.which]! : '';
        const known = charges.get(id);
        if (one.do === 'pay' && known?.status === 'created') move(id, 'paid');
        if (one.do === 'refund' && known?.ref && known.status !== 'disputed') {
          const refunded = Math.min(399, known.refunded + one.amount);
          move(id, refunded === 399 ? 'refunded' : 'partially_refunded', refunded);
        }
        if (one.do === 'dispute' && known?.status === 'paid') move(id, 'disputed');
        else if (one.do === 'dispute' && known?.status === 'disputed') move(id, 'paid');
        if (one.do === 'crash') crashes = 1;
        if (one.do === 'look') begin(settle(backend.deps, id));
        if (one.do === 'spend') {
          const entry = {
            kind: 'hold' as const,
            delta: -one.credits,
            reference: `${ada.accountId}-${index}`,
            note: '',
          };
          const spend = backend.db
            .transaction()
            .execute((trx) => postEntry(trx, { accountId: ada.accountId, ...entry }));
          begin(spend.then(() => (spent += one.credits)));
        }
        if (index % 3 === 0) await turn();
      }
      await Promise.all(underWay);
      crashes = 0;
      for (const id of ids) while (!(await settle(backend.deps, id).catch(() => null)));

      const payments = await backend.db.selectFrom('payment').selectAll().where('id', 'in', ids).execute();
      const grants = await backend.db.selectFrom('payment_grant').selectAll().where('payment_id', 'in', ids).execute();
      for (const payment of payments) {
        const granted = grants.filter((grant) => grant.payment_id === payment.id);
        expect(granted.reduce((sum, { credits }) => sum + credits, 0)).toBe(entitledCredits(payment));
        expect(payment.status).toBe(charges.get(payment.id)!.status);
        expect(granted.filter((grant) => grant.grant_kind === 'purchase').length).toBeLessThan(2);
      }
      const debts = await backend.db
        .selectFrom('credit_debt')
        .selectAll()
        .where('account_id', '=', ada.accountId)
        .execute();
      const owed = debts.reduce((sum, debt) => sum + debt.owed - debt.settled, 0);
      const entitled = payments.reduce((sum, payment) => sum + entitledCredits(payment), 0);
      const { entries, sum, balance } = await ledgerOf(backend, ada);
      expect(balance).toBe(sum);
      expect(balance - owed).toBe(5 + entitled - spent);
      expect(entries.every((entry) => entry.balance_after >= 0)).toBe(true);
    }),
    { numRuns: 25 },
  );
});
