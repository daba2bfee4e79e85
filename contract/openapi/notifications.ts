import { ids, order } from '#contract/examples';
import { webhookHeaders, type WebhookEvent } from '#contract/shapes/integration';
import { failureResponses } from './failures';
import { refTo, type Json } from './json';

const event: WebhookEvent = {
  id: '019a9e00-0000-7000-8000-00000000a301',
  type: 'task.succeeded',
  created_at: '2026-11-20T10:00:04.000Z',
  data: {
    task_id: ids.swap,
    order_id: ids.order,
    kind: 'swap',
    status: 'succeeded',
    error: null,
    result_url: order.result_url,
  },
};

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
  example,
});

const retried = `Answer with a status from 200 to 299 within seconds; everything else is tried again with growing pauses for a day. An
event may arrive more than once: its \`id\` stays the same.`;
const verify = `\`${webhookHeaders.signature}\` is \`t=<seconds since 1970>,v1=<hex>\`: the
HMAC-SHA256, with the endpoint's secret, of \`t\`, a dot and the body as it was sent. Compare it in constant time, and refuse
a time of more than five minutes ago. While a secret is being replaced, there are two \`v1\`.`;

function webhook(operationId: string, summary: string, description: string, example: WebhookEvent): Json {
  const again = example.type === 'ping' ? 'The test has failed.' : 'The event is sent again later.';
  return {
    post: {
      operationId,
      summary,
      description: `${description}\n\n${verify}`,
      tags: ['Notifications'],
      security: [],
      parameters: [
        header(webhookHeaders.signature, 'Time and signature.', `t=1795255204,v1=${'0123456789abcdef'.repeat(4)}`),
        header(webhookHeaders.delivery, 'Id of this delivery, as the delivery log shows it.', ids.delivery),
        header(webhookHeaders.event, 'Type of the event.', example.type),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo('schemas', 'WebhookEvent'), example } },
      },
      responses: {
        '2XX': { description: 'The event has been received.' },
        410: { description: 'The endpoint is gone: it is switched off.' },
        default: { description: again },
      },
    },
  };
}

const failed: WebhookEvent = {
  ...event,
  type: 'task.failed',
  data: {
    ...event.data,
    status: 'failed',
    result_url: null,
    error: { error: 'damaged_media', message: 'The file is damaged and cannot be read.' },
  },
};

const ping: WebhookEvent = {
  id: '019a9e00-0000-7000-8000-00000000a302',
  type: 'ping',
  created_at: '2026-11-20T10:00:05.000Z',
  data: { endpoint_id: ids.webhook },
};

export const webhooks: Record<string, Json> = {
  'task.succeeded': webhook(
    'task_succeeded',
    'A task succeeded',
    `A detection, preview or swap has ended well.\n\n${retried}`,
    event,
  ),
  'task.failed': webhook(
    'task_failed',
    'A task failed',
    `A detection, preview or swap has failed or was refused.\n\n${retried}`,
    failed,
  ),
  ping: webhook(
    'ping',
    'A test event',
    'The owner of the endpoint sends a test event, by the account page or `/my/webhook_ping`. It is sent once.',
    ping,
  ),
};

export const notificationPaths: Record<string, Json> = {
  '/webhook/{driver}': {
    post: {
      operationId: 'webhook_receive',
      summary: 'Receives a message of a payment provider',
      description: 'For the payment providers of the site. Their signatures are checked on the body as it was sent.',
      tags: ['Notifications'],
      security: [],
      parameters: [
        {
          name: 'driver',
          in: 'path',
          required: true,
          schema: { type: 'string' },
          description: 'Name of the provider, such as `stripe`.',
        },
      ],
      requestBody: { required: true, content: { '*/*': { schema: {} } } },
      responses: {
        200: { description: 'The message has been taken.', content: { 'text/plain': { schema: { type: 'string' } } } },
        ...failureResponses(['not_found', 'invalid_input', 'too_large']),
      },
    },
  },
};
