import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod/v4';
import { methodNames, paymentMethods, type MethodName } from '#contract';
import { parseJson } from '#backend/providers/payments/parse-json';
import {
  ProviderRefused,
  WebhookRefused,
  type Outcome,
  type PaymentProvider,
  type SandboxPage,
} from '#backend/providers/payments/port';
import { CheckoutStore, type CheckoutRecord } from './checkout';
import { withChange, checkoutStateOf, upgradePrice } from './provider-state';

const lateMs = 8_000;
const unlistedMethods: readonly MethodName[] = ['cards', 'generic', 'onerway', 'evonet'];
const toleranceMs = 300_000;
const signatureHeader = 'x-sandbox-signature';

interface Options {
  folder: string;
  secret: string;
  checkoutUrl: string;
  now(): Date;
}

const message = z.object({ event: z.string().min(1), payment_id: z.string(), checkout: z.string() });

/** Moves no money. */
export function sandboxProvider({ folder, secret, checkoutUrl, now }: Options): PaymentProvider & SandboxPage {
  const checkouts = new CheckoutStore(folder);
  const sign = (time: number, body: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');

  async function findOrRefuse(id: string): Promise<CheckoutRecord> {
    const record = await checkouts.find(id);
    if (!record) throw new ProviderRefused(`The sandbox has no checkout ${id}.`);
    return record;
  }

  function deliveryOf(record: CheckoutRecord) {
    const body = JSON.stringify({ event: `${record.id}:decided`, payment_id: record.paymentId, checkout: record.id });
    const time = now().getTime();
    return { body, headers: { [signatureHeader]: `t=${time},v1=${sign(time, body)}` } };
  }

  return {
    name: 'sandbox',
    methods: methodNames.map((method) => ({
      method,
      types: paymentMethods[method].types,
      isUnlisted: unlistedMethods.includes(method),
    })),
    refunds: 'partial',

    async createCheckout({ paymentId, method, product, due, returnUrl, cancelUrl, webhookUrl }) {
      const { id } = await checkouts.open({ paymentId, method, product, due, returnUrl, cancelUrl, webhookUrl });
      return { ref: id, action: { type: 'redirect', url: `${checkoutUrl}?checkout=${id}` } };
    },

    async expireCheckout(ref) {
      const { outcome } = await findOrRefuse(ref);
      if (outcome) throw new ProviderRefused('The checkout is not open.');
      await checkouts.change(ref, { isExpired: true });
    },

    async parseWebhook(body, headers) {
      const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers.get(signatureHeader) ?? '') ?? [];
      const isOurs = given !== '' && timingSafeEqual(Buffer.from(given), Buffer.from(sign(Number(time), body)));
      if (!isOurs) throw new WebhookRefused('Invalid sandbox signature.');
      if (Math.abs(now().getTime() - Number(time)) > toleranceMs) throw new WebhookRefused('The message is too old.');
      const parsed = message.safeParse(parseJson(body));
      if (!parsed.success) throw new WebhookRefused('Not a sandbox message.');
      const { event, payment_id: paymentId } = parsed.data;
      return { key: event, subject: { kind: 'payment', paymentId } };
    },

    async fetchStatus({ checkoutRef }) {
      return checkoutStateOf(await findOrRefuse(checkoutRef), now());
    },

    async refund({ checkoutRef }, { amount }) {
      const { refunded, due } = await findOrRefuse(checkoutRef);
      if (refunded + amount > due.amount) throw new ProviderRefused('The refund exceeds the payment.');
      await checkouts.change(checkoutRef, { refunded: refunded + amount });
    },

    async listSince(since) {
      const records = await checkouts.list(since);
      return records.map((record) => ({ checkoutRef: record.id, ...checkoutStateOf(record, now()).charge }));
    },

    subscriptions: {
      renewedBy: 'provider',
      cancelledBy: 'provider',
      async cancelAtPeriodEnd(ref) {
        const { cancelledAt } = await findOrRefuse(ref);
        await checkouts.change(ref, { cancelledAt: cancelledAt ?? now().toISOString() });
      },
      async resume(ref) {
        await checkouts.change(ref, { cancelledAt: null });
      },
      async change(ref, product) {
        const record = await findOrRefuse(ref);
        const { periodEnd } = checkoutStateOf(record, now()).subscription!;
        await checkouts.change(ref, {
          changes: withChange(record, { from: periodEnd.toISOString(), product, paid: null }),
        });
      },
      upgrade: {
        quote: async (ref, product, at) => upgradePrice(await findOrRefuse(ref), product, at),
        async make(ref, product, at) {
          const record = await findOrRefuse(ref);
          const paid = upgradePrice(record, product, at);
          await checkouts.change(ref, { changes: withChange(record, { from: at.toISOString(), product, paid }) });
        },
      },
    },

    find: (id) => checkouts.find(id),

    async decide(id, outcome) {
      const record = await findOrRefuse(id);
      const goTo = (decided: Outcome) => (decided === 'fail' ? record.cancelUrl : record.returnUrl);
      if (record.isExpired) return { goTo: record.cancelUrl, deliveries: [] };
      if (record.outcome) return { goTo: goTo(record.outcome), deliveries: [] };
      const paidAt = new Date(now().getTime() + (outcome === 'late' ? lateMs : 0)).toISOString();
      const decided = await checkouts.change(id, { outcome, paidAt: outcome === 'fail' ? null : paidAt });
      const times = { succeed: 1, fail: 1, late: 0, twice: 2 }[outcome];
      return { goTo: goTo(outcome), deliveries: Array.from({ length: times }, () => deliveryOf(decided)) };
    },
  };
}
