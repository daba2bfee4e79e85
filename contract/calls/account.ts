import { z } from 'zod/v4';
import { call } from '#contract/define';
import { nothing, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { user } from '#contract/shapes/account';

export const accountCalls = {
  my_profile: call({
    path: '/my/profile',
    summary: 'Changes how the user is called.',
    origin: 'ours',
    input: z.object({
      nickname: text({ max: 60, what: 'A name', missing: 'Write a name.' }),
    }),
    output: user,
    examples: [{ input: { nickname: 'Ada' }, output: sample.user }],
  }),
  my_sign_out_everywhere: call({
    path: '/my/sign_out_everywhere',
    summary: 'Ends every session of the account, the one it is called with included.',
    origin: 'ours',
    input: nothing,
    output: nothing,
    examples: [{ input: {}, output: {} }],
  }),
};
