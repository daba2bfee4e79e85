import type { ApiKey, WebhookDelivery, WebhookEndpoint } from '#contract/shapes/integration';
import { done, ids, made } from './scenario';

export const apiKeySecret = 'fsk_example-example-example-example-example1a2b';

export const apiKey: ApiKey = {
  key_id: ids.apiKey,
  name: 'Build server',
  last_four: '1a2b',
  scopes: ['read', 'create'],
  created_at: made,
  last_used_at: done,
};

export const webhookSecret = 'whsec_example-example-example-example-example';

export const webhook: WebhookEndpoint = {
  endpoint_id: ids.webhook,
  url: 'https://example.com/faceswap',
  description: 'Production',
  events: ['task.succeeded', 'task.failed'],
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  old_secret_until: null,
  created_at: made,
};

export const webhookDelivery: WebhookDelivery = {
  delivery_id: ids.delivery,
  event_id: ids.event,
  endpoint_id: ids.webhook,
  type: 'task.succeeded',
  task_id: ids.swap,
  status: 'succeeded',
  attempts: [{ at: done, status_code: 200, duration_ms: 84, failure: null, response: 'ok' }],
  next_attempt_at: null,
  created_at: done,
};

export const notYetSent = { status: 'pending', attempts: [], next_attempt_at: done } satisfies Partial<WebhookDelivery>;

export const certificate = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIQ…\n-----END CERTIFICATE-----';
