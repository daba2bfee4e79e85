import { z } from 'zod/v4';
import { call } from '#contract/define';
import { id, integer, nothing, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { share, sharedResult } from '#contract/shapes/share';
import { shareLimits } from '#contract/share-limits';

const offered = 'A link holds for 1, 7 or 30 days.';
const days = integer({ what: 'The number of days', tooSmall: offered })
  .refine((given) => (shareLimits.days as readonly number[]).includes(given), offered)
  .describe('1, 7 or 30.');

const token = text({ max: 100, what: 'The token of a link', missing: 'The token of the link is missing.' });

export const shareCalls = {
  share_create: call({
    path: '/share/create',
    scope: 'create',
    summary: 'Makes a link that shows a result to anyone who has it, until it expires or is revoked.',
    origin: 'ours',
    // Not idempotent: the stored answer would hold the token.
    input: z.object({ order_id: id, days }),
    output: share,
    errors: ['not_found', 'not_ready', 'conflict', 'invalid_input'],
    examples: [{ input: { order_id: sample.ids.order, days: 7 }, output: sample.share }],
  }),
  share_lists: call({
    path: '/share/lists',
    scope: 'read',
    summary: 'The links of a result that hold, newest first.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ order_id: id }),
    output: z.object({ items: z.array(share) }),
    errors: ['not_found'],
    examples: [{ input: { order_id: sample.ids.order }, output: { items: [sample.share] } }],
  }),
  share_revoke: call({
    path: '/share/revoke',
    scope: 'create',
    summary: 'Ends a link at once; its files are no longer served.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ share_id: id }),
    output: nothing,
    errors: ['not_found'],
    examples: [{ input: { share_id: sample.ids.share }, output: {} }],
  }),
  share_open: call({
    path: '/share/open',
    summary: 'What a link shows. An unknown, expired or revoked link and one whose result is gone answer alike.',
    auth: 'none',
    origin: 'ours',
    repeatable: true,
    input: z.object({ token }),
    output: sharedResult,
    errors: ['not_found', 'too_many_requests', 'invalid_input'],
    examples: [{ input: { token: sample.shareToken }, output: sample.sharedResult }],
  }),
};
