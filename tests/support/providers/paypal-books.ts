import { no, type Call } from './emulator';

interface Payment {
  id: string;
  status: 'COMPLETED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  time: Date;
  value: string;
  back: number;
}

export interface Agreement {
  id: string;
  custom_id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  plan: Plan;
  /** Cycles whose payment failed, which an automatic plan adds to the next payment. */
  missed: number;
  payments: Payment[];
}

interface Plan {
  prices: [string, string];
  isOutstandingBilled: boolean;
}

export class PaypalBooks {
  readonly agreements = new Map<string, Agreement>();
  readonly disputes = new Map<string, 'open' | 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_BUYER_FAVOUR'>();
  private readonly plans = new Map<string, Plan>();

  constructor(private readonly now: () => Date) {}

  agreementOf(paymentId: string): Agreement | undefined {
    return [...this.agreements.values()].find(({ custom_id }) => custom_id === paymentId);
  }

  /** PayPal does not list the failures before a suspension. */
  renew(paymentId: string, works = true): void {
    const agreement = this.agreementOf(paymentId)!;
    agreement.status = works ? 'ACTIVE' : 'SUSPENDED';
    if (!works) return void agreement.missed++;
    const { id, payments, plan, missed } = agreement;
    const outstanding = plan.isOutstandingBilled ? missed * Number(plan.prices[1]) : 0;
    const value = (Number(plan.prices[Math.min(payments.length, 1)]) + outstanding).toFixed(2);
    agreement.missed = 0;
    payments.push({ id: `SALE-${id}-${payments.length + 1}`, status: 'COMPLETED', time: this.now(), value, back: 0 });
  }

  answer({ method, path, query, headers, body }: Call, page: (id: string) => string) {
    const given = body ? JSON.parse(body) : {};
    const [, , , things, id = '', verb] = path.split('/');
    if (method === 'POST' && path === '/v1/catalogs/products') return keyed(headers, { id: 'PROD-1' });
    if (method === 'POST' && path === '/v1/billing/plans') return this.plan(given, headers);
    if (method === 'POST' && path === '/v1/billing/subscriptions') return this.start(given, headers, page);
    if (path === '/v1/customer/disputes')
      return { body: { items: this.disputesOf(query.get('disputed_transaction_id')!) } };
    if (things === 'disputes') return { body: { dispute_outcome: { outcome_code: this.disputes.get(id.slice(3)) } } };
    if (things === 'captures') return verb ? this.refund(id, given, headers) : this.capture(id);
    const agreement = this.agreements.get(id);
    if (!agreement) return no(404);
    if (verb === 'cancel' && agreement.status === 'CANCELLED') return no(422);
    if (verb === 'cancel') agreement.status = 'CANCELLED';
    if (verb === 'transactions') return { body: { transactions: agreement.payments.map(shownPayment) } };
    return { body: { id, status: agreement.status } };
  }

  private plan({ product_id, billing_cycles, payment_preferences }: GivenPlan, headers: Call['headers']) {
    if (product_id !== 'PROD-1') return no(400);
    const values = billing_cycles.map(({ pricing_scheme }) => pricing_scheme.fixed_price.value);
    const id = `P-${this.plans.size + 1}`;
    const isOutstandingBilled = payment_preferences.auto_bill_outstanding;
    this.plans.set(id, { prices: [values[0]!, values.at(-1)!], isOutstandingBilled });
    return keyed(headers, { id });
  }

  private start(given: { plan_id: string; custom_id: string }, headers: Call['headers'], page: (id: string) => string) {
    const plan = this.plans.get(given.plan_id);
    if (!plan || headers['paypal-request-id'] !== given.custom_id) return no(400);
    const known = this.agreementOf(given.custom_id);
    const id = known?.id ?? `I-${this.agreements.size + 1}`;
    if (!known) {
      const { custom_id } = given;
      this.agreements.set(id, { id, custom_id, status: 'APPROVAL_PENDING', plan, missed: 0, payments: [] });
    }
    return { body: { id, status: 'APPROVAL_PENDING', links: [{ rel: 'approve', href: page(id) }] } };
  }

  private payment = (id: string) =>
    [...this.agreements.values()].flatMap(({ payments }) => payments).find((one) => one.id === id);

  private capture(id: string) {
    const payment = this.payment(id);
    if (!payment) return no(404);
    const total_refunded_amount = { currency_code: 'USD', value: payment.back.toFixed(2) };
    return { body: { id, seller_receivable_breakdown: { total_refunded_amount } } };
  }

  private refund(id: string, { amount }: { amount: { value: string } }, headers: Call['headers']) {
    const payment = this.payment(id);
    const back = (payment?.back ?? 0) + Number(amount.value);
    if (!payment || back > Number(payment.value)) return no(422);
    payment.back = back;
    payment.status = back === Number(payment.value) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    return keyed(headers, { id: `R-${id}` });
  }

  private disputesOf(id: string) {
    const state = this.disputes.get(id);
    return state ? [{ dispute_id: `PP-${id}`, status: state === 'open' ? 'UNDER_REVIEW' : 'RESOLVED' }] : [];
  }
}

interface GivenPlan {
  product_id: string;
  billing_cycles: { pricing_scheme: { fixed_price: { value: string } } }[];
  payment_preferences: { auto_bill_outstanding: boolean };
}

const keyed = (headers: Call['headers'], body: object) => (headers['paypal-request-id'] ? { body } : no(400));

const shownPayment = ({ id, status, time, value }: Payment) => ({
  id,
  status,
  time: time.toISOString(),
  amount_with_breakdown: { gross_amount: { currency_code: 'USD', value } },
});
