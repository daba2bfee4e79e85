import { redirect } from '@remix-run/node';

import { calls, type Output } from '#contract/calls';
import type { WebhookDelivery, WebhookEndpoint } from '#contract/index';

import { paths } from '~/lib/paths';
import type { Api } from '~/server/guards.server';

interface Loaded {
  endpoint: WebhookEndpoint;
  deliveries: Output<'my_webhook_deliveries'>;
  /** An attempt is due or runs. */
  isSending: boolean;
}

const soonMs = 5_000;

/** Retries of the next hours are not worth waiting for. */
const isDue = ({ status, next_attempt_at }: WebhookDelivery) =>
  status === 'pending' && next_attempt_at !== null && Date.parse(next_attempt_at) < Date.now() + soonMs;

/**
 * One page of deliveries; null if the account lacks the endpoint.
 * @throws Response redirect to the last page
 */
export async function loadEndpoint(api: Api, request: Request): Promise<Loaded | null> {
  const { searchParams } = new URL(request.url);
  const { items } = await api('my_webhooks', {});
  const endpoint = items.find(({ endpoint_id }) => endpoint_id === searchParams.get('endpoint'));
  if (!endpoint) return null;
  const asked = calls.my_webhook_deliveries.input.safeParse({ page: searchParams.get('page') ?? undefined });
  const page = asked.success ? asked.data.page : 1;
  const deliveries = await api('my_webhook_deliveries', { endpoint_id: endpoint.endpoint_id, page });
  const { items: shown, total, per_page } = deliveries;
  if (shown.length === 0 && page > 1)
    throw redirect(paths.myWebhook(endpoint.endpoint_id, { page: Math.ceil(total / per_page) }));
  return { endpoint, deliveries, isSending: deliveries.items.some(isDue) };
}
