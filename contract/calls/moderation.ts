import { z } from 'zod/v4';
import { call } from '#contract/define';
import { id, listOf, paging, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { appealLength } from '#contract/rules';
import { moderationDecision } from '#contract/shapes/moderation';

const strikes = z
  .object({
    count: z.number().int().nonnegative().describe('Refusals and upheld decisions of a year.'),
    max: z.number().int().nonnegative().describe('With so many the account is suspended; 0: never.'),
  })
  .describe('What counts against the account.');

export const moderationCalls = {
  my_decisions: call({
    path: '/my/decisions',
    summary: 'What moderation stopped or refused, newest first, with appeals and verdicts.',
    origin: 'ours',
    scope: 'read',
    repeatable: true,
    input: z.object(paging),
    output: listOf(moderationDecision).extend({ strikes }),
    examples: [{ input: {}, output: { ...sample.pageOf(sample.decision), strikes: { count: 0, max: 3 } } }],
  }),
  my_decision_appeal: call({
    path: '/my/decision_appeal',
    summary: 'Asks a person to review a decision. Once for each; the verdict comes by mail.',
    origin: 'ours',
    idempotent: true,
    input: z.object({
      decision_id: id,
      text: text({ max: appealLength, what: 'The reason', missing: 'Say why the decision is wrong.' }),
    }),
    output: moderationDecision,
    errors: ['not_found', 'conflict', 'too_many_requests'],
    examples: [
      {
        input: { decision_id: sample.decision.decision_id, text: 'It shows a red wall.' },
        output: sample.decision,
      },
    ],
  }),
};
