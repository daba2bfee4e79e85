import { calls, type Output } from '#contract/calls';
import type { WebhookEndpoint } from '#contract/index';

import type { Api } from '~/server/guards.server';

interface Loaded {
  endpoint: WebhookEndpoint;
  deliveries: Output<'my_webhook_deliveries'>;
}

/** The endpoint an address names, with a page of its deliveries; null where the account has no such endpoint. */
export async function loadEndpoint(api: Api, request: Request): Promise<Loaded | null> {
  const { searchParams } = new URL(request.url);
  const { items } = await api('my_webhooks', {});
  const endpoint = items.find(({ endpoint_id }) => endpoint_id === searchParams.get('endpoint'));
  if (!endpoint) return null;
  const asked = calls.my_webhook_deliveries.input.safeParse({ page: searchParams.get('page') ?? undefined });
  const page = asked.success ? asked.data.page : 1;
  return {
    endpoint,
    deliveries: await api('my_webhook_deliveries', { endpoint_id: endpoint.endpoint_id, page }),
  };
}
