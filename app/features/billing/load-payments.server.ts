import { redirect } from '@remix-run/node';

import { calls, type Output } from '#contract/calls';

import { paths } from '~/lib/paths';
import type { Api } from '~/server/guards.server';

/** The most that the API lists at once. */
const perPage = 100;

/**
 * Payments of the page that `?payments=2` names; `?page=` is that of the ledger below. Any other value shows the first page.
 * @throws Response redirect to the first page from behind the last
 */
export async function loadPayments(api: Api, request: Request): Promise<Output<'my_payment_lists'>> {
  const given = new URL(request.url).searchParams.get('payments') ?? undefined;
  const { data: page = 1 } = calls.my_payment_lists.input.shape.page.safeParse(given);
  const list = await api('my_payment_lists', { page, per_page: perPage });
  if (list.items.length === 0 && page > 1) throw redirect(paths.myCredits());
  return list;
}
