import { randomUUID } from 'node:crypto';

import type { User } from '#contract/index';

import { loadDefaultTool } from '~/features/tool/default-tool.server';
import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { orNotFound, pageNotFound } from '~/server/not-found.server';
import { ApiError } from '~/server/errors';
import { getVisitor, requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';

/** The checkout requires a login. */
export async function loadPricing(args: RouteArgs) {
  const { searchParams } = new URL(args.request.url);
  const chosen = searchParams.get('product');
  return chosen ? loadCheckout(args, chosen) : loadPlans(args, searchParams);
}

async function loadPlans(args: RouteArgs, query: URLSearchParams) {
  const { api, isLoggedIn } = await getVisitor(args);
  const type = query.get('pay') === 'once' ? 'once' : 'sub';
  const period = query.get('period') === 'year' ? 'year' : 'month';
  const [{ items }, { items: methods, is_test }, { prices }, user] = await Promise.all([
    api('payment_products', { type }),
    api('payment_methods', {}),
    loadDefaultTool(api),
    isLoggedIn ? api('my_userinfo', {}) : null,
  ]);
  const products = type === 'once' ? items : items.filter((product) => product.period === period);
  return {
    step: 'plans' as const,
    type,
    period,
    products,
    methods,
    isTest: is_test,
    prices,
    subscription: user?.subscription ?? null,
  };
}

async function loadCheckout(args: RouteArgs, productId: string) {
  const { api, session } = await requireUser(args);
  const [subs, packs, methods, user] = await Promise.all([
    api('payment_products', { type: 'sub' }),
    api('payment_products', { type: 'once' }),
    api('payment_methods', {}),
    orNotFound(api('my_userinfo', {}), args.request),
  ]);
  const product = [...subs.items, ...packs.items].find((candidate) => candidate.product_id === productId);
  if (!product) throw pageNotFound(args.request);
  const { product_id, name } = product;
  if (isRunning(user.subscription, product_id)) {
    const snackbar = { color: 'success', message: `${name} is your plan already.` } as const;
    throw await redirectWithSnackbar(paths.myCredits(), snackbar, session, args.request);
  }
  const isChange = product.type === 'sub' && Boolean(user.subscription?.renews_at);
  return {
    step: 'checkout' as const,
    product,
    quote: isChange ? await loadQuote(api, product_id) : null,
    methods: methods.items.filter(({ types }) => types.includes(product.type)),
    isTest: methods.is_test,
    subscription: user.subscription,
    isUnconfirmed: !user.email_verified,
    requestKey: randomUUID(),
  };
}

/** Whether this plan runs and renews as it is. */
const isRunning = (subscription: User['subscription'], productId: string) =>
  subscription?.product_id === productId && subscription.renews_at !== null && subscription.next_product_id === null;

async function loadQuote(api: Visitor['api'], product_id: string) {
  try {
    return { offer: await api('subscription_quote', { product_id }), refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 409 || error.status === 503))) throw error;
    return { offer: null, refusal: error.message };
  }
}
