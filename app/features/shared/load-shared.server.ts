import { data } from '@remix-run/node';

import { ApiError } from '~/server/errors';
import { getVisitor, type RouteArgs } from '~/server/guards.server';

/** Does not distinguish unknown, expired and revoked links. */
export async function loadShared(args: RouteArgs) {
  const token = new URL(args.request.url).searchParams.get('token') ?? '';
  const { api } = await getVisitor(args);
  try {
    return data({ shared: await api('share_open', { token }), message: null, token });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const isBusy = error.code === 'too_many_requests';
    const message = isBusy ? error.message : 'It has expired, or its owner has withdrawn it. Ask them for a new one.';
    return data({ shared: null, message, token: null }, { status: isBusy ? 429 : 404 });
  }
}
