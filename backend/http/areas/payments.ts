import type { MethodName } from '#contract';
import { buy, type Purchase } from '#backend/domain/payments/buy';
import { changeBuyer } from '#backend/domain/payments/change-buyer';
import { changePlan, quoteChange } from '#backend/domain/payments/change-plan';
import { continueCheckout } from '#backend/domain/payments/continue-checkout';
import { invoice } from '#backend/domain/payments/invoice';
import { listPayments } from '#backend/domain/payments/list-payments';
import { cancelSubscription, resumeSubscription } from '#backend/domain/payments/manage-subscription';
import { offeredMethods } from '#backend/domain/payments/offered';
import { requestRefund } from '#backend/domain/payments/request-refund';
import { verify } from '#backend/domain/payments/verify';
import type { AuthenticatedContext } from '#backend/http/context';
import type { Handlers } from '#backend/http/mount';

type Common = Omit<Purchase, 'method' | 'key'>;

const buyBy = (method: MethodName) => (deps: AuthenticatedContext, given: Common) =>
  buy(deps, { ...given, method, key: deps.key });

function marketOf(given: { payment_method: string; country_code: string; currency?: string | undefined }) {
  return { paymentMethod: given.payment_method, country: given.country_code, currency: given.currency };
}

export const payments: Handlers<'payments'> = {
  payment_products: async (deps, { type }) => ({
    items: deps.payments.products.filter((product) => product.type === type),
  }),
  payment_methods: async (deps) => offeredMethods(deps),
  payment_checkout: (deps, which) => continueCheckout(deps, which),
  payment_invoice: (deps, which) => invoice(deps, which),
  payment_invoice_buyer: (deps, given) => changeBuyer(deps, given),
  payment_verify: (deps, which) => verify(deps, which),
  my_payment_lists: (deps, paging) => listPayments(deps, paging),
  payment_refund_request: (deps, request) => requestRefund(deps, request),
  subscription_cancel: (deps) => cancelSubscription(deps),
  subscription_resume: (deps) => resumeSubscription(deps),
  subscription_quote: (deps, to) => quoteChange(deps, to),
  subscription_change: (deps, to) => changePlan(deps, to),

  stripe_buy: buyBy('stripe'),
  paypal_buy: buyBy('paypal'),
  nowpayments_buy: buyBy('crypto'),
  onerway_buy: buyBy('onerway'),
  evonet_buy: (deps, given) =>
    buy(deps, {
      ...given,
      method: 'evonet',
      embed: given.payment_mode === 'dropin',
      sells: given.payment_mode === 'dropin' ? 'sub' : 'once',
      key: deps.key,
    }),
  evonet_dropin: (deps, given) => buy(deps, { ...given, method: 'evonet', embed: true, sells: 'sub', key: deps.key }),
  payssion_buy: (deps, given) => buy(deps, { ...given, method: given.payment_method, key: deps.key }),
  futurepay_buy: (deps, given) =>
    buy(deps, {
      ...given,
      method: given.payment_method,
      sells: 'once',
      embed: given.embed_mode,
      market: marketOf(given),
      key: deps.key,
    }),
  futurepay_subscribe: (deps, given) =>
    buy(deps, {
      ...given,
      method: 'cards',
      sells: 'sub',
      embed: given.embed_mode,
      market: marketOf(given),
      key: deps.key,
    }),
  futurepay_unsubscribe: async (deps) => {
    await cancelSubscription(deps);
    // FuturePay has no cancellation call.
    return { status: 'cancellation_requested' };
  },
};
