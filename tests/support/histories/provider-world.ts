import { setImmediate as turn } from 'node:timers/promises';
import { addPeriods, type Product } from '#contract';
import {
  ProviderRefused,
  ProviderUnavailable,
  type Amount,
  type Charge,
  type RenewalCharge,
  type PaymentProvider,
  type SubscriptionState,
} from '#backend/providers/payments/port';

interface Checkout {
  paymentId: string;
  charge: Charge;
  isSubscription: boolean;
  renewals: RenewalCharge[];
  start: Date;
  isEnding: boolean;
  price: Amount;
}

/** Answers may be delayed, stale or unavailable. */
export function openProviderWorld(name: 'stripe' | 'evonet', now: () => Date, chance: () => number) {
  const checkouts = new Map<string, Checkout>();
  /** By attempt reference. */
  const ownCharges = new Map<string, Charge>();
  const isOurs = name === 'evonet';

  async function slowly<T>(answer: () => T): Promise<T> {
    for (let turns = Math.floor(chance() * 6); turns > 0; turns--) await turn();
    if (chance() < 0.08) throw new ProviderUnavailable('away');
    const said = answer();
    for (let turns = Math.floor(chance() * 6); turns > 0; turns--) await turn();
    return said;
  }

  function checkoutStateOf({ charge, isSubscription, start, isEnding, renewals, paymentId }: Checkout) {
    if (!isSubscription || charge.ref === null) return { charge: { ...charge } };
    const count = isOurs ? 0 : periodsOf(renewals).length;
    const subscription: SubscriptionState = {
      ref: `sub-${paymentId}`,
      token: 'token',
      status: isEnding && addPeriods(start, 'month', count + 1) <= now() ? 'ended' : 'active',
      startedAt: start,
      periodStart: addPeriods(start, 'month', count),
      periodEnd: addPeriods(start, 'month', count + 1),
      cancelAtPeriodEnd: isEnding,
      renewals: renewals.map((renewal) => ({ ...renewal })),
    };
    return { charge: { ...charge }, subscription };
  }

  const subscribed = (ref: string) => checkouts.get(ref.slice('sub-'.length))!;

  function differenceOf({ start, renewals, price }: Checkout, product: Product, at: Date): Amount {
    const count = periodsOf(renewals).length;
    const [begin, end] = [count, count + 1].map((n) => addPeriods(start, 'month', n).getTime());
    const share = (end! - at.getTime()) / (end! - begin!);
    return { ...price, amount: Math.round((product.price.amount - price.amount) * share) };
  }

  const charges = () => [...checkouts.values()].flatMap(({ charge, renewals }) => [charge, ...renewals]);

  const provider: PaymentProvider = {
    name,
    methods: [{ method: name, types: ['sub', 'once'] }],
    refunds: 'partial',
    createCheckout: ({ paymentId, product, due }) =>
      slowly(() => {
        const charge: Charge = { ref: null, status: 'created', paid: due, refunded: 0 };
        const isSubscription = product.type === 'sub';
        const begun = {
          paymentId,
          charge,
          isSubscription,
          renewals: [],
          start: now(),
          isEnding: false,
          price: product.price,
        };
        if (!checkouts.has(paymentId)) checkouts.set(paymentId, begun);
        return { ref: paymentId, action: { type: 'redirect' as const, url: 'https://pay.test/' } };
      }),
    parseWebhook: async (body) => ({ key: body, subject: { kind: 'payment', paymentId: body.split(':')[0]! } }),
    fetchStatus: ({ checkoutRef }) =>
      slowly(() => {
        if (!checkoutRef.includes('.')) return checkoutStateOf(checkouts.get(checkoutRef)!);
        const known = ownCharges.get(checkoutRef);
        return { charge: known ? { ...known } : { ref: null, status: 'created', paid: null, refunded: 0 } };
      }),
    refund: ({ chargeRef }, { amount }: Amount) =>
      slowly(() => {
        const charge = [...charges(), ...ownCharges.values()].find(({ ref }) => ref === chargeRef)!;
        if (amount > charge.paid!.amount - charge.refunded) throw new ProviderRefused('more than is left');
        giveBack(charge, amount);
      }),
    subscriptions: {
      renewedBy: isOurs ? 'site' : 'provider',
      cancelledBy: isOurs ? 'site' : 'provider',
      cancelAtPeriodEnd: (ref) => slowly(() => void (subscribed(ref).isEnding = true)),
      ...(isOurs
        ? {}
        : {
            change: (ref, { price }) => slowly(() => void (subscribed(ref).price = price)),
            upgrade: {
              quote: (ref, product, at) => slowly(() => differenceOf(subscribed(ref), product, at)),
              make: (ref, product, at, key) =>
                slowly(() => {
                  const checkout = subscribed(ref);
                  if (checkout.renewals.some((charge) => charge.ref === key)) return;
                  if (chance() < 0.2) throw new ProviderRefused('the card');
                  const paid = differenceOf(checkout, product, at);
                  const begin = addPeriods(checkout.start, 'month', periodsOf(checkout.renewals).length);
                  if (at < begin) throw new ProviderRefused('a moment of another period');
                  if (paid.amount <= 0) return;
                  const periodEnd = addPeriods(checkout.start, 'month', periodsOf(checkout.renewals).length + 1);
                  const common = { ref: key, status: 'paid' as const, refunded: 0, isUpgrade: true };
                  checkout.renewals.push({ ...common, paid, periodStart: at, periodEnd });
                  checkout.price = product.price;
                }),
            },
          }),
      ...(isOurs
        ? {
            charge: ({ attemptRef, due }) =>
              slowly(() => {
                const known = ownCharges.get(attemptRef);
                if (known) return { ...known };
                const status = chance() < 0.2 ? ('failed' as const) : ('paid' as const);
                const charge: Charge = { ref: attemptRef, status, paid: due, refunded: 0 };
                ownCharges.set(attemptRef, charge);
                return { ...charge };
              }),
          }
        : {}),
    },
  };

  return {
    provider,
    checkouts,
    ownCharges,
    decide(paymentId: string, status: 'paid' | 'failed') {
      const checkout = checkouts.get(paymentId);
      if (checkout?.charge.status !== 'created') return;
      checkout.charge = { ...checkout.charge, status, ref: status === 'paid' ? `ch-${paymentId}` : null };
      checkout.start = now();
    },
    refund(paymentId: string, amount: number) {
      const charge = checkouts.get(paymentId)?.charge;
      if (charge?.ref && charge.status !== 'disputed')
        giveBack(charge, Math.min(amount, charge.paid!.amount - charge.refunded));
    },
    dispute(paymentId: string) {
      const charge = checkouts.get(paymentId)?.charge;
      if (charge?.status === 'paid') charge.status = 'disputed';
      else if (charge?.status === 'disputed') charge.status = 'paid';
    },
    renew() {
      for (const { paymentId, charge, isSubscription, start, isEnding, renewals, price } of checkouts.values()) {
        if (isOurs || !isSubscription || charge.ref === null || isEnding) continue;
        for (let n = periodsOf(renewals).length + 1; addPeriods(start, 'month', n) <= now(); n++) {
          const period = { periodStart: addPeriods(start, 'month', n), periodEnd: addPeriods(start, 'month', n + 1) };
          renewals.push({ ref: `ch-${paymentId}-${n}`, status: 'paid', paid: price, refunded: 0, ...period });
        }
      }
    },
  };
}

export type World = ReturnType<typeof openProviderWorld>;

const periodsOf = (renewals: RenewalCharge[]) => renewals.filter(({ isUpgrade }) => !isUpgrade);

function giveBack(charge: Charge, amount: number): void {
  charge.refunded += amount;
  if (charge.refunded > 0) charge.status = charge.refunded < charge.paid!.amount ? 'partially_refunded' : 'refunded';
}
