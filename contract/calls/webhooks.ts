import { z } from 'zod/v4';
import { call } from '#contract/define';
import { flag, id, listField, listOf, nothing, paging, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { taskEventTypes, webhookDelivery, webhookEndpoint } from '#contract/shapes/integration';

const maxUrlCharacters = 2000;

const settings = {
  url: text({ max: maxUrlCharacters, what: 'An address', missing: 'Enter the address of your endpoint.' })
    .refine((url) => URL.canParse(url), 'Enter an address like https://example.com/faceswap.')
    // As it is stored: an encoded letter has up to twelve characters.
    .refine(
      (url) => !URL.canParse(url) || new URL(url).href.length <= maxUrlCharacters,
      'An address may have at most 2,000 characters, counted after its special characters are encoded. Shorten it.',
    ),
  description: text({ max: 200, what: 'A description' }).default(''),
  events: listField(z.enum(taskEventTypes, 'Events are task.succeeded and task.failed.'), 'Choose at least one event.'),
};

const withSecret = webhookEndpoint.extend({ secret: z.string() });
const which = { endpoint_id: id };

export const webhookCalls = {
  my_webhooks: call({
    path: '/my/webhooks',
    scope: 'read',
    summary: 'The webhook endpoints of the account, without their secrets.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: z.object({ items: z.array(webhookEndpoint) }),
    examples: [{ input: {}, output: { items: [sample.webhook] } }],
  }),
  my_webhook_create: call({
    path: '/my/webhook_create',
    summary: 'Adds a webhook endpoint. Its signing secret is in this answer and nowhere else.',
    origin: 'ours',
    input: z.object(settings),
    output: withSecret,
    errors: ['invalid_input', 'activation_required', 'conflict'],
    examples: [
      {
        input: { url: sample.webhook.url, description: 'Production', events: ['task.succeeded', 'task.failed'] },
        output: { ...sample.webhook, secret: sample.webhookSecret },
      },
    ],
  }),
  my_webhook_update: call({
    path: '/my/webhook_update',
    summary: 'Changes a webhook endpoint; switched off, what was still to be delivered counts as failed.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ ...which, ...settings, enabled: flag }),
    output: webhookEndpoint,
    errors: ['invalid_input', 'not_found', 'conflict'],
    examples: [
      {
        input: {
          endpoint_id: sample.ids.webhook,
          url: sample.webhook.url,
          description: 'Production',
          events: ['task.succeeded'],
          enabled: true,
        },
        output: { ...sample.webhook, events: ['task.succeeded'] },
      },
    ],
  }),
  my_webhook_delete: call({
    path: '/my/webhook_delete',
    summary: 'Deletes a webhook endpoint with its delivery log.',
    origin: 'ours',
    idempotent: true,
    input: z.object(which),
    output: nothing,
    errors: ['not_found'],
    examples: [{ input: { endpoint_id: sample.ids.webhook }, output: {} }],
  }),
  my_webhook_rotate: call({
    path: '/my/webhook_rotate',
    summary:
      'Makes a new signing secret. With `keep_old`, the old one signs as well for 24 hours: two signatures in one header.',
    origin: 'ours',
    input: z.object({ ...which, keep_old: flag.default(true) }),
    output: withSecret,
    errors: ['not_found'],
    examples: [
      {
        input: { endpoint_id: sample.ids.webhook, keep_old: false },
        output: { ...sample.webhook, secret: sample.webhookSecret },
      },
    ],
  }),
  my_webhook_ping: call({
    path: '/my/webhook_ping',
    summary: 'Sends a `ping` event to an endpoint, once. The delivery log shows the outcome.',
    origin: 'ours',
    idempotent: true,
    input: z.object(which),
    output: webhookDelivery,
    errors: ['not_found', 'conflict', 'too_many_requests'],
    examples: [
      {
        input: { endpoint_id: sample.ids.webhook },
        output: { ...sample.webhookDelivery, type: 'ping', task_id: null, ...sample.notYetSent },
      },
    ],
  }),
  my_webhook_deliveries: call({
    path: '/my/webhook_deliveries',
    scope: 'read',
    summary: 'What was sent to webhook endpoints in the last 30 days, newest first.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ endpoint_id: id.optional(), ...paging }),
    output: listOf(webhookDelivery),
    examples: [{ input: { endpoint_id: sample.ids.webhook }, output: sample.pageOf(sample.webhookDelivery) }],
  }),
  my_webhook_resend: call({
    path: '/my/webhook_resend',
    scope: 'create',
    summary: 'Sends a delivery again, at once, under the same event id; failures are retried as before.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ delivery_id: id }),
    output: webhookDelivery,
    errors: ['not_found', 'conflict', 'too_many_requests'],
    examples: [
      {
        input: { delivery_id: sample.ids.delivery },
        output: { ...sample.webhookDelivery, ...sample.notYetSent },
      },
    ],
  }),
};
