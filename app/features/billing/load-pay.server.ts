import { redirect } from '@remix-run/node';
import { z } from 'zod/v4';

import type { Output } from '#contract/calls';

import { paths } from '~/lib/paths';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { requireUser, type Api, type RouteArgs, type Visitor } from '~/server/guards.server';
import { orNotFound, pageNotFound } from '~/server/not-found.server';

/** Also the way back of a buyer who left the provider's page, and of a form that was sent again. */
export async function loadPay(args: RouteArgs): Promise<{ url: string }> {
  const { request } = args;
  const id = z.uuid().safeParse(new URL(request.url).searchParams.get('payment')).data;
  if (!id) throw pageNotFound(request);
  const visitor = await requireUser(args);
  try {
    const { action } = await visitor.api('payment_checkout', { payment_id: id });
    return { url: addressOf(action) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isClosed = error.code === 'conflict' || error.code === 'expired';
    throw isClosed ? await toOutcome(visitor, request, id) : error.status === 404 ? pageNotFound(request) : error;
  }
}

/** Drop-in forms have a provider page, too. */
function addressOf(action: Output<'payment_checkout'>['action']): string {
  const url = action.type === 'redirect' ? action.url : action.parameters.url;
  if (url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw redirect(paths.myCredits());
}

async function toOutcome({ api, session }: Visitor, request: Request, id: string): Promise<Response> {
  const { type, payment } = await orNotFound(verify(api, id), request);
  if (payment.status === 'paid') {
    const message = `${payment.product.name} is paid already, and nothing more was charged.`;
    return redirectWithSnackbar(paths.myCredits(), { color: 'success', message }, session, request);
  }
  const page = ['pending', 'requires_action'].includes(payment.status) ? paths.paymentSuccess() : paths.paymentFailed();
  return redirect(`${page}?${new URLSearchParams({ id, type }).toString()}`);
}

async function verify(api: Api, id: string) {
  try {
    return { type: 'sub', ...(await api('payment_verify', { id, type: 'sub' })) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    return { type: 'once', ...(await api('payment_verify', { id, type: 'once' })) };
  }
}
