import { z } from 'zod/v4';
import { call } from '#contract/define';
import { nothing, password, text, time } from '#contract/fields';
import * as sample from '#contract/examples';
import { session } from '#contract/shapes/account';

const code = text({ max: 40, what: 'The code', missing: 'Enter the code.' });
const confirmed = z.object({ password: password.optional() });
const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('Ten. Each replaces a one-time code once. They are not shown again.'),
});
const needsPassword = 'Needs the password, or a sign-in of the last 10 minutes.';

export const secondStepCalls = {
  login_code: call({
    path: '/login/code',
    summary:
      'Second step of a sign-in that was answered `code_required`: a one-time code or a recovery code, within 10 minutes.',
    auth: 'none',
    origin: 'ours',
    input: z.object({
      challenge: text({ max: 2000, what: 'The challenge', missing: 'The challenge is missing.' }).describe(
        'From the error `code_required`.',
      ),
      code,
    }),
    output: session,
    errors: ['wrong_credentials', 'expired', 'suspended', 'too_many_requests'],
    examples: [{ input: { challenge: 'example-challenge', code: '123456' }, output: sample.session }],
  }),
  my_second_steps: call({
    path: '/my/second_steps',
    summary: 'Whether a sign-in needs a one-time code, and how many recovery codes are left.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: z.object({ codes_since: time.nullable(), recovery_codes_left: z.number().int().nonnegative() }),
    examples: [{ input: {}, output: { codes_since: null, recovery_codes_left: 0 } }],
  }),
  my_codes_begin: call({
    path: '/my/codes_begin',
    summary: `Makes the secret of one-time codes (RFC 6238); they count once \`my_codes_confirm\` got a code. ${needsPassword}`,
    origin: 'ours',
    input: confirmed,
    output: z.object({
      secret: z.string().describe('Base 32.'),
      uri: z.string().describe('For authenticator apps, as text or QR code.'),
    }),
    errors: ['conflict', 'activation_required', 'wrong_credentials', 'too_many_requests'],
    examples: [
      {
        input: { password: 'correct horse' },
        output: { secret: 'MZXW6YTBOI', uri: 'otpauth://totp/Faceswap:ada%40example.com?secret=MZXW6YTBOI' },
      },
    ],
  }),
  my_codes_confirm: call({
    path: '/my/codes_confirm',
    summary: 'Turns one-time codes on, by the first code, and gives the recovery codes.',
    origin: 'ours',
    input: z.object({ code }),
    output: recoveryCodes,
    errors: ['wrong_credentials', 'too_many_requests'],
    examples: [{ input: { code: '123456' }, output: { recovery_codes: ['4G7T-9QXM-2VBC-8KZN'] } }],
  }),
  my_codes_end: call({
    path: '/my/codes_end',
    summary: `Turns one-time codes off and deletes the recovery codes. ${needsPassword}`,
    origin: 'ours',
    input: confirmed,
    output: nothing,
    errors: ['conflict', 'wrong_credentials', 'too_many_requests'],
    examples: [{ input: { password: 'correct horse' }, output: {} }],
  }),
  my_recovery_codes_renew: call({
    path: '/my/recovery_codes_renew',
    summary: `Replaces all recovery codes. ${needsPassword}`,
    origin: 'ours',
    input: confirmed,
    output: recoveryCodes,
    errors: ['conflict', 'wrong_credentials', 'too_many_requests'],
    examples: [{ input: { password: 'correct horse' }, output: { recovery_codes: ['4G7T-9QXM-2VBC-8KZN'] } }],
  }),
};
