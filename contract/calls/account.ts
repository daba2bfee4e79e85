import { z } from 'zod/v4';
import { call } from '#contract/define';
import { email, id, nothing, password, text, time } from '#contract/fields';
import * as sample from '#contract/examples';
import { link } from '#contract/shapes/media';
import { signedInDevice, user } from '#contract/shapes/account';
import { code } from './recovery';

const newEmail = z.object({ email: z.string() });
const sampleCode = { input: { code: 'example-code' }, output: { email: 'ada@example.org' } };

export const accountCalls = {
  my_profile: call({
    path: '/my/profile',
    summary: 'Changes how the user is called.',
    origin: 'ours',
    repeatable: true,
    input: z.object({
      nickname: text({ max: 60, what: 'A name', missing: 'Write a name.', isName: true }),
    }),
    output: user,
    examples: [{ input: { nickname: 'Ada' }, output: sample.user }],
  }),
  my_email_change: call({
    path: '/my/email_change',
    summary:
      'Sends a code to a new e-mail address of the account. Needs the password, or a sign-in of the last 10 minutes.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ email, password: password.optional() }),
    output: nothing,
    errors: ['conflict', 'wrong_credentials', 'too_many_requests'],
    examples: [{ input: { email: 'ada@example.org', password: 'correct horse' }, output: {} }],
  }),
  my_email_change_state: call({
    path: '/my/email_change_state',
    summary: 'The new address that a code confirms; the code is not used up. It works once, for 24 hours.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ code }),
    output: newEmail,
    errors: ['expired', 'not_found'],
    examples: [sampleCode],
  }),
  my_email_change_confirm: call({
    path: '/my/email_change_confirm',
    summary: 'Makes the address that a code was sent to the address of the account, which must have asked for it.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ code }),
    output: newEmail,
    errors: ['expired', 'not_found', 'conflict'],
    examples: [sampleCode],
  }),
  my_sessions: call({
    path: '/my/sessions',
    summary: 'The devices that are signed in, the last used first.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: z.object({ items: z.array(signedInDevice) }),
    examples: [{ input: {}, output: { items: [sample.signedInDevice] } }],
  }),
  my_session_end: call({
    path: '/my/session_end',
    summary: 'Signs a device out, at once.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ session_id: id }),
    output: nothing,
    errors: ['not_found'],
    examples: [{ input: { session_id: sample.signedInDevice.session_id }, output: {} }],
  }),
  my_sign_out_others: call({
    path: '/my/sign_out_others',
    summary: 'Ends every session of the account but the one it is called with.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: nothing,
    examples: [{ input: {}, output: {} }],
  }),
  my_data_export: call({
    path: '/my/data_export',
    summary:
      'Signed links to zip files with all that the account owns. They expire. Needs the password, or a sign-in of the last 10 minutes.',
    origin: 'ours',
    input: z.object({ password: password.optional() }),
    output: z.object({
      parts: z.array(z.object({ url: link, files: z.number().int().nonnegative().describe('Pictures and videos.') })),
      expires_at: time,
    }),
    errors: ['conflict', 'wrong_credentials', 'too_many_requests'],
    examples: [
      {
        input: { password: 'correct horse' },
        output: {
          parts: [
            {
              url: 'https://faceswap.example/api/media/data-exports/1.zip?expires=1795255200&signature=example',
              files: 3,
            },
          ],
          expires_at: sample.session.expires_at,
        },
      },
    ],
  }),
  my_sign_out_everywhere: call({
    path: '/my/sign_out_everywhere',
    summary: 'Ends every session of the account, the one it is called with included.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: nothing,
    examples: [{ input: {}, output: {} }],
  }),
};
