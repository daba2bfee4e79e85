import { z } from 'zod/v4';
import { call } from '#contract/define';
import {
  atMost,
  flag,
  id,
  jsonField,
  listOf,
  nothing,
  paging,
  qualityId,
  statement,
  text,
  toolId,
} from '#contract/fields';
import * as sample from '#contract/examples';
import { mediaFilter, trimInterval } from '#contract/shapes/media';
import { creationSort, creationState, deletions } from '#contract/shapes/lists';
import { order, task, tool } from '#contract/shapes/work';

export const swapConsent = 'Please confirm that you may use this photo or video and that everyone agreed.';

const personKey = z.string().regex(/^p\d{1,4}$/, 'Persons are named p1, p2, and so on.');

/** By key of a person. */
export const byPerson = <T extends z.ZodType<unknown, unknown>>(value: T) =>
  atMost(
    1000,
    z.record(personKey, value).refine((map) => Object.keys(map).length > 0, 'Choose a face for at least one person.'),
    'At most 1,000 persons can get a face.',
  );

/** Person key → comma-separated face ids of one identity (specification). */
export const bindFace = jsonField(
  byPerson(
    text({ max: 1000, what: 'A list of faces' })
      .transform((joined) =>
        joined
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .pipe(z.array(id).min(1, 'Choose a face.').max(8, 'At most 8 photos for one face.')),
  ),
).describe(
  'Key of a person in the detection → ids of faces, joined by commas. Persons that are left out keep their face.',
);

const mailWhenDone = z.boolean().describe('The user gets a mail when the swap ends.');

export const swapCalls = {
  tool_lists: call({
    path: '/tool/lists',
    summary: 'The tools with their qualities and prices.',
    auth: 'none',
    repeatable: true,
    input: nothing,
    output: z.object({ items: z.array(tool) }),
    examples: [{ input: {}, output: { items: [sample.tool] } }],
  }),
  faceswap_create: call({
    path: '/faceswap/create',
    scope: 'create',
    summary: 'Starts a swap and holds its price. It settles when the result is there, and comes back otherwise.',
    idempotent: true,
    input: z.object({
      tool_id: toolId,
      material_id: id,
      bind_face: bindFace,
      quality: qualityId,
      trim_interval: jsonField(trimInterval)
        .optional()
        .describe(
          'The part that the user saw, with its persons and price: refused with `conflict` if another one would be swapped. The whole is 0 to `duration_ms`. Without it, the part that persons were last looked for in is swapped.',
        ),
      consent: statement(swapConsent),
    }),
    output: order,
    errors: ['insufficient_credits', 'not_found', 'not_ready', 'activation_required', 'conflict', 'invalid_input'],
    examples: [
      {
        input: {
          tool_id: 'P001',
          material_id: sample.ids.material,
          bind_face: { p1: sample.ids.face },
          consent: true,
        },
        output: sample.queuedOrder,
      },
    ],
  }),
  faceswap_result: call({
    path: '/faceswap/result',
    scope: 'read',
    summary: 'How a swap stands, with its order.',
    repeatable: true,
    input: z.object({ order_id: id, task_id: id.optional() }),
    output: task.extend({
      order,
      mail_when_done: mailWhenDone,
      result_size: z.number().int().nonnegative().nullable().describe('Bytes; null without a result.'),
    }),
    errors: ['not_found'],
    examples: [
      {
        input: { order_id: sample.ids.order, task_id: sample.ids.swap },
        output: {
          ...sample.runningSwap,
          order: { ...sample.queuedOrder, status: 'running' },
          mail_when_done: false,
          result_size: null,
        },
      },
    ],
  }),
  faceswap_notify: call({
    path: '/faceswap/notify',
    summary: 'Whether the user gets one mail when a swap ends, with its result or without.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ order_id: id, by_mail: flag }),
    output: z.object({ mail_when_done: mailWhenDone }),
    errors: ['not_found', 'conflict'],
    examples: [{ input: { order_id: sample.ids.order, by_mail: true }, output: { mail_when_done: true } }],
  }),
  faceswap_cancel: call({
    path: '/faceswap/cancel',
    scope: 'create',
    summary: 'Stops a swap that has not finished; its credits come back.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ order_id: id }),
    output: order,
    errors: ['not_found', 'conflict'],
    examples: [
      {
        input: { order_id: sample.ids.order },
        output: { ...sample.queuedOrder, status: 'cancelled', credits_charged: 0 },
      },
    ],
  }),
  my_creates: call({
    path: '/my/creates',
    scope: 'read',
    summary: "The user's creations, by default newest first.",
    repeatable: true,
    input: z.object({
      type: mediaFilter.default('all'),
      state: creationState.default('all'),
      sort: creationSort.default('newest'),
      ...paging,
    }),
    output: listOf(order).extend({ deletions }),
    examples: [{ input: { type: 'all' }, output: { ...sample.pageOf(sample.order), deletions: [] } }],
  }),
  del_order: call({
    path: '/del/order',
    scope: 'create',
    summary: 'Deletes a creation with its files, at once; one that still runs is cancelled first.',
    input: z.object({ order_id: id }),
    output: nothing,
    errors: ['not_found'],
    examples: [{ input: { order_id: sample.ids.order }, output: {} }],
  }),
};
