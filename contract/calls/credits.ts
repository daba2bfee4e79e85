import { z } from 'zod/v4';
import { call } from '#contract/define';
import { listOf, paging } from '#contract/fields';
import * as sample from '#contract/examples';
import { creditEntry } from '#contract/shapes/money';

export const creditCalls = {
  my_credit_lists: call({
    path: '/my/credit_lists',
    scope: 'read',
    summary: 'Every movement of credits, newest first.',
    repeatable: true,
    input: z.object(paging),
    output: listOf(creditEntry),
    examples: [{ input: { page: 1 }, output: sample.pageOf(sample.creditEntry) }],
  }),
};
