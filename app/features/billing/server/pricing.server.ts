import { randomUUID } from 'node:crypto';

import { orNotFound, pageNotFound } from '~/server/not-found.server';
import { openVisit, requireUser, type RouteArgs } from '~/server/guards.server';

/** What the page shows: plans to choose from, or the checkout of the one chosen, which needs a sign-in. */
export async function loadPricing(args: RouteArgs) {
  const { searchParams } = new URL(args.request.url);
  const chosen = searchParams.get('product');
  return chosen ? loadCheckout(args, chosen) : loadPlans(args, searchParams);
}

async function loadPlans(args: RouteArgs, query: URLSearchParams) {
  const { api, isLoggedIn } = await openVisit(args);
  const type = query.get('pay') === 'once' ? 'once' : 'sub';
  const period = query.get('period') === 'year' ? 'year' : 'month';
  const [{ items }, { items: methods, is_test }, tools, user] = await Promise.all([
    api('payment_products', { type }),
    api('payment_methods', {}),
    api('tool_lists', {}),
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
    prices: tools.items[0]!.prices,
    subscription: user?.subscription ?? null,
  };
}

async function loadCheckout(args: RouteArgs, productId: string) {
  const { api } = await requireUser(args);
  const [subs, packs, methods, user] = await Promise.all([
    api('payment_products', { type: 'sub' }),
    api('payment_products', { type: 'once' }),
    api('payment_methods', {}),
    orNotFound(api('my_userinfo', {}), args.request),
  ]);
  const product = [...subs.items, ...packs.items].find((candidate) => candidate.product_id === productId);
  if (!product) throw pageNotFound(args.request);
  return {
    step: 'checkout' as const,
    product,
    methods: methods.items.filter(({ types }) => types.includes(product.type)),
    isTest: methods.is_test,
    subscription: user.subscription,
    isUnconfirmed: !user.email_verified,
    requestKey: randomUUID(),
  };
}
