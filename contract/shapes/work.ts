import { z } from 'zod/v4';
import { errorName } from '#contract/envelope';
import { id, time } from '#contract/fields';
import { link, mediaKind, person, trimInterval } from './media';

export const taskStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'refused']);
export type TaskStatus = z.output<typeof taskStatus>;

export const task = z.object({
  task_id: id,
  status: taskStatus,
  stage: z
    .string()
    .describe(
      'What is being done, for people: `waiting`, `reading`, `detecting`, `swapping`, `writing`; once it has ended, `done`, `failed` or `cancelled`.',
    ),
  progress: z.number().min(0).max(100).describe('Percent.'),
  eta_seconds: z
    .number()
    .nonnegative()
    .nullable()
    .describe('Until the task ends, its time in the queue included; from the measured rates of earlier tasks.'),
  queue_position: z.number().int().positive().nullable().describe('1 is next; null once it runs.'),
  poll_after_ms: z.number().int().nonnegative().describe('When to ask again; it grows while nothing happens.'),
  error: z.object({ error: errorName, message: z.string() }).nullable(),
});
export type Task = z.output<typeof task>;

export const detection = task.extend({ persons: z.array(person) });

/** Person key → face ids of one identity. */
export const bindings = z.record(z.string(), z.array(id));

export const order = z.object({
  order_id: id,
  task_id: id,
  tool_id: z.string(),
  material_id: id.nullable(),
  batch_id: id.nullable().describe('Of the batch that it was ordered with; null for a single swap.'),
  status: taskStatus,
  name: z.string().describe('The upload’s name; it stays when the upload is deleted.'),
  kind: mediaKind,
  duration_ms: z.number().int().nullable().describe('Of the result; null for photos and while it is not known.'),
  progress: z.number().min(0).max(100).describe('Percent of its task.'),
  reason: z.string().nullable().describe('Why there is no result, for the user to read.'),
  quality: z.string().describe('Id of the quality in which it was ordered, of `/tool/lists`.'),
  quality_name: z.string().describe('As it was called then.'),
  price: z.number().int().nonnegative().describe('Credits asked.'),
  credits_charged: z
    .number()
    .int()
    .nonnegative()
    .describe('Credits taken in the end: the price, or 0 when they came back.'),
  bindings,
  result_url: link.nullable(),
  download_url: link.nullable().describe('The same file, offered for saving under a readable name.'),
  poster_url: link.nullable(),
  before_url: link
    .nullable()
    .describe(
      'What the swap was made of, as a browser can show it: the whole of it, of which `trim_interval` is the part kept.',
    ),
  trim_interval: trimInterval.nullable(),
  created_at: time,
  finished_at: time.nullable(),
  expires_at: time,
  label: z
    .object({ visible: z.boolean(), source_type: z.string() })
    .describe('How the result says that it was made by a machine (EU AI Act, article 50).'),
});
export type Order = z.output<typeof order>;

export const batch = z.object({
  batch_id: id,
  status: z.enum(['running', 'ended']).describe('`ended` once no order is queued or running.'),
  progress: z.number().min(0).max(100).describe('Percent, over all orders; an ended one counts as 100.'),
  eta_seconds: task.shape.eta_seconds.describe('Until the last order ends.'),
  poll_after_ms: task.shape.poll_after_ms,
  price: z.number().int().nonnegative().describe('Credits asked for all orders.'),
  credits_charged: z.number().int().nonnegative().describe('Without those that came back.'),
  orders: z.array(order).describe('In the order of the request, without deleted ones.'),
  created_at: time,
});
export type Batch = z.output<typeof batch>;

const prices = z
  .object({ photo: z.number().int(), gif: z.number().int(), video_second: z.number().int() })
  .describe(
    'Credits: a photo or GIF per result, a video per started second; less than a tenth of a second does not count.',
  );

export const quality = z.object({
  id: z.string(),
  name: z.string(),
  kinds: z.array(mediaKind).describe('What can be swapped in it.'),
  prices: prices.describe('As `prices` of the tool, in this quality.'),
  available: z.boolean().describe('Whether a machine runs that can swap in it now; an order waits for one otherwise.'),
  default: z.boolean().describe('Taken by an order that names none.'),
});
export const materialQuality = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number().int().nonnegative().nullable().describe('Credits; null until the material is ready.'),
});
export type MaterialQuality = z.output<typeof materialQuality>;

export type Quality = z.output<typeof quality>;

export const tool = z.object({
  tool_id: z.string(),
  name: z.string(),
  kinds: z.array(mediaKind),
  prices: prices.describe(
    'Credits in the default quality: a photo or GIF per result, a video per started second; less than a tenth of a second does not count.',
  ),
  qualities: z.array(quality).describe('At least one; the first needs no models of the operator.'),
});
export type Tool = z.output<typeof tool>;
