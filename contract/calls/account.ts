import { z } from 'zod/v4';
import { call } from '../define';
import { nothing } from '../fields';
import * as sample from '../samples';
import { user } from '../shapes/account';

/** What a user decides about their own account. */
export const accountCalls = {
  my_profile: call({
    path: '/my/profile',
    summary: 'Changes how the user is called.',
    origin: 'ours',
    input: z.object({
      nickname: z.string().trim().min(1, 'Write a name.').max(60, 'A name has at most 60 characters.'),
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
