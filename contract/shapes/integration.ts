import { z } from 'zod/v4';
import { keyScopes } from '#contract/define';
import { errorName } from '#contract/envelope';
import { id, time } from '#contract/fields';
import { link } from './media';

export const keyScope = z.enum(keyScopes, 'A key has the scopes read and create.');

export const apiKey = z.object({
  key_id: id,
  name: z.string(),
  last_four: z.string().length(4).describe('Last four characters of the secret, to tell keys apart.'),
  scopes: z.array(keyScope),
  created_at: time,
  last_used_at: time.nullable().describe('Accurate to about a minute; null if the key was never used.'),
});
export type ApiKey = z.output<typeof apiKey>;

export const taskEventTypes = ['task.succeeded', 'task.failed'] as const;
export type TaskEventType = (typeof taskEventTypes)[number];
export const webhookEventTypes = [...taskEventTypes, 'ping'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** See `docs/webhooks.md`. */
export const webhookHeaders = {
  signature: 'Faceswap-Signature',
  delivery: 'Faceswap-Delivery',
  event: 'Faceswap-Event',
  userAgent: 'Faceswap-Webhooks/1',
} as const;

export const webhookTask = z.object({
  task_id: id,
  order_id: id.nullable().describe('Of a swap; null for detections and previews.'),
  kind: z.enum(['detection', 'swap', 'preview']),
  status: z.enum(['succeeded', 'failed', 'refused']),
  error: z.object({ error: errorName, message: z.string() }).nullable(),
  result_url: link
    .nullable()
    .describe('Absolute and signed; made anew for each attempt, and expires within two hours. Null without a file.'),
});

/** `id` is the same in every attempt, so receivers can drop duplicates. */
export const webhookEvent = z.discriminatedUnion('type', [
  z.object({ id, type: z.enum(taskEventTypes), created_at: time, data: webhookTask }),
  z.object({ id, type: z.literal('ping'), created_at: time, data: z.object({ endpoint_id: id }) }),
]);
export type WebhookEvent = z.output<typeof webhookEvent>;

export const webhookEndpoint = z.object({
  endpoint_id: id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(taskEventTypes)),
  enabled: z.boolean(),
  disabled_reason: z
    .enum(['user', 'gone', 'failing'])
    .nullable()
    .describe(
      'user: switched off; gone: the receiver answered 410; failing: it did not succeed for days. Null while enabled.',
    ),
  failing_since: time.nullable().describe('First failure since the last success.'),
  old_secret_until: time.nullable().describe('The secret before the last rotation signs as well until this time.'),
  created_at: time,
});
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

export const webhookAttempt = z.object({
  at: time,
  status_code: z.number().int().nullable().describe('HTTP status of the answer; null where none came.'),
  duration_ms: z.number().int().nonnegative(),
  failure: z.string().nullable().describe('Why it does not count as a success; null for a success.'),
  response: z.string().nullable().describe('The first characters of the answer’s body.'),
});

export const webhookDelivery = z.object({
  delivery_id: id,
  event_id: id,
  endpoint_id: id,
  type: z.enum(webhookEventTypes),
  task_id: id.nullable(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  attempts: z.array(webhookAttempt).describe('The newest 20, the latest first.'),
  next_attempt_at: time.nullable(),
  created_at: time,
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;
