import type { WebhookEndpoint } from '#contract';
import type { EndpointRow } from './secrets';

export function presentEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    endpoint_id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    old_secret_until: row.old_secret_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
