import { redirect } from '@remix-run/node';
import { z } from 'zod/v4';

import type { OfferedMethod, Payment } from '#contract/index';

import { paths } from '~/lib/paths';
import { ApiError, NetworkError, TimeoutError } from '~/server/errors';
import { getVisitor, type RouteArgs } from '~/server/guards.server';

export type Outcome =
  | { state: 'none' }
  | { state: 'signed-out'; loginUrl: string }
  | { state: 'unknown' }
  | { state: 'unreachable' }
  /** `balance` is current: the root loader may precede the grant. `unpaidSwap` lacked credits. */
  | { state: 'paid'; payment: Payment; balance: number; unpaidSwap: string | null }
  | { state: 'pending' | 'short' | 'failed' | 'returned'; payment: Payment };

type WithPayment = Extract<Outcome, { payment: Payment }>;
export type FailedOutcome = Exclude<Outcome, WithPayment> | (WithPayment & { otherMethods: OfferedMethod[] });

const query = z.object({ id: z.uuid(), type: z.enum(['sub', 'once']) });

const states: Record<Payment['status'], 'pending' | 'short' | 'paid' | 'failed' | 'returned'> = {
  created: 'pending',
  pending: 'pending',
  requires_action: 'pending',
  partially_paid: 'short',
  paid: 'paid',
  failed: 'failed',
  expired: 'failed',
  cancelled: 'failed',
  partially_refunded: 'returned',
  refunded: 'returned',
  disputed: 'returned',
};

/** Distrusts the URL: the API asks the provider, for the user's own payments only. */
async function loadOutcome(args: RouteArgs): Promise<Outcome> {
  const { searchParams, pathname, search } = new URL(args.request.url);
  const asked = query.safeParse({ id: searchParams.get('id'), type: searchParams.get('type') });
  if (!asked.success) return { state: 'none' };
  const { api, session, isLoggedIn } = await getVisitor(args);
  if (!isLoggedIn) return { state: 'signed-out', loginUrl: paths.loginGoogle(pathname + search) };
  try {
    const { status, payment } = await api('payment_verify', asked.data);
    const state = states[status];
    if (state !== 'paid') return { state, payment };
    const { credit_num: balance } = await api('my_userinfo', {});
    return { state, payment, balance, unpaidSwap: session.get('unpaidSwap') ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'unknown' };
    if (error instanceof ApiError && error.status >= 500) return { state: 'unreachable' };
    if (error instanceof NetworkError || error instanceof TimeoutError) return { state: 'unreachable' };
    throw error;
  }
}

/** Redirects payments that failed, and checkouts that were left until they closed. */
export async function loadSuccess(args: RouteArgs): Promise<Outcome> {
  const outcome = await loadOutcome(args);
  const isLeft = outcome.state === 'pending' && outcome.payment.status === 'created' && !outcome.payment.can_continue;
  if (outcome.state === 'failed' || isLeft) throw redirect(paths.paymentFailed() + new URL(args.request.url).search);
  return outcome;
}

/** Redirects payments whose money was taken or is on its way. */
export async function loadFailed(args: RouteArgs): Promise<FailedOutcome> {
  const outcome = await loadOutcome(args);
  const isOnItsWay = outcome.state === 'pending' && outcome.payment.status !== 'created';
  if (['paid', 'short', 'returned'].includes(outcome.state) || isOnItsWay)
    throw redirect(paths.paymentSuccess() + new URL(args.request.url).search);
  if (!('payment' in outcome)) return outcome;
  const { api } = await getVisitor(args);
  const { items } = await api('payment_methods', {});
  const type = new URL(args.request.url).searchParams.get('type') === 'sub' ? 'sub' : 'once';
  const isOther = ({ method, types }: OfferedMethod) => method !== outcome.payment.method && types.includes(type);
  return { ...outcome, otherMethods: items.filter(isOther) };
}
