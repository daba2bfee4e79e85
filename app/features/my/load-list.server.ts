import { redirect } from '@remix-run/node';

import { calls, type CallName, type Input, type Output } from '#contract/calls';

import type { Api } from '~/server/guards.server';

type ListName = Extract<CallName, 'my_uploads' | 'my_creates' | 'my_faces' | 'my_credit_lists' | 'my_decisions'>;

export interface ListQuery {
  type?: string;
  state?: string;
  sort?: string;
  page?: number;
}

/**
 * Ignores invalid query parameters.
 * @throws Response redirect to the last page
 */
export async function loadList<N extends ListName>(
  api: Api,
  name: N,
  request: Request,
  pathTo: (place: ListQuery) => string,
): Promise<Output<N> & { place: ListQuery; rename: string | null }> {
  const place = parseListQuery(name, request);
  const list = await api(name, place as Input<N>);
  const { items, total, per_page } = list;
  if (items.length === 0 && (place.page ?? 1) > 1) {
    throw redirect(pathTo({ ...place, page: Math.max(1, Math.ceil(total / per_page)) }));
  }
  return { ...list, place, rename: new URL(request.url).searchParams.get('rename') };
}

function parseListQuery(name: ListName, request: Request): ListQuery {
  const { searchParams } = new URL(request.url);
  const place: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(calls[name].input.shape)) {
    const given = searchParams.get(field);
    if (given === null || field === 'per_page') continue;
    const read = schema.safeParse(given);
    if (read.success) place[field] = read.data;
  }
  return place;
}
