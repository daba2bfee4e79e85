import { z } from 'zod/v4';
import { call } from '#contract/define';
import { email, newPassword, nothing, password, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { session } from '#contract/shapes/account';
import { device } from './session';

export const code = text({ max: 200, what: 'The code', missing: 'The code is missing.' });
const confirmed = { new_password: newPassword, new_password_confirmation: password };
const same = (input: { new_password: string; new_password_confirmation: string }) =>
  input.new_password === input.new_password_confirmation;
const differs = { message: 'The two passwords differ.', path: ['new_password_confirmation'] };

export const recoveryCalls = {
  email_activate: call({
    method: 'GET',
    path: '/email/activate',
    summary: 'Confirms the e-mail address a code was sent to. A code works once, for 24 hours.',
    auth: 'none',
    input: z.object({ code }),
    output: z.object({ email: z.string() }),
    errors: ['expired', 'not_found'],
    examples: [{ input: { code: 'example-code' }, output: { email: 'ada@example.com' } }],
  }),
  email_activation_state: call({
    path: '/email/activation_state',
    summary: 'Whether an activation code still works, and whether `device` signed up; the code is not used up.',
    auth: 'none',
    origin: 'ours',
    repeatable: true,
    input: z.object({ code, device: device.optional() }),
    output: z.object({ email: z.string(), is_sign_up_device: z.boolean() }),
    errors: ['expired', 'not_found'],
    examples: [
      { input: { code: 'example-code' }, output: { email: 'ada@example.com', is_sign_up_device: false } },
      {
        input: { code: 'example-code', device: 'a-random-secret-of-32-characters-or-more' },
        output: { email: 'ada@example.com', is_sign_up_device: true },
      },
    ],
  }),
  email_activate_session: call({
    path: '/email/activate_session',
    summary: 'Confirms the e-mail address a code was sent to and signs in, for the device that signed up.',
    auth: 'none',
    origin: 'ours',
    input: z.object({ code, device }),
    output: session,
    errors: ['expired', 'not_found', 'conflict', 'suspended'],
    examples: [
      {
        input: { code: 'example-code', device: 'a-random-secret-of-32-characters-or-more' },
        output: sample.session,
      },
    ],
  }),
  email_resend_activation: call({
    path: '/email/resend_activation',
    summary: 'Sends the activation mail again.',
    origin: 'ours',
    idempotent: true,
    input: nothing,
    output: nothing,
    errors: ['conflict', 'too_many_requests'],
    examples: [{ input: {}, output: {} }],
  }),
  email_forgot_password: call({
    path: '/email/forgot_password',
    summary: 'Sends a code to set a new password; answers the same for unknown addresses.',
    auth: 'none',
    idempotent: true,
    input: z.object({ email }),
    output: nothing,
    errors: ['too_many_requests'],
    examples: [{ input: { email: 'ada@example.com' }, output: {} }],
  }),
  email_forgot_verify: call({
    method: 'GET',
    path: '/email/forgot_verify',
    summary: 'Whether a reset code still works; it is not used up. A code works once, for 1 hour.',
    auth: 'none',
    repeatable: true,
    input: z.object({ code }),
    output: z.object({ email: z.string() }),
    errors: ['expired', 'not_found'],
    examples: [{ input: { code: 'example-code' }, output: { email: 'ada@example.com' } }],
  }),
  email_reset_password: call({
    path: '/email/reset_password',
    summary: 'Sets a new password by code and ends every session of the account.',
    auth: 'none',
    input: z.object({ code, ...confirmed }).refine(same, differs),
    output: nothing,
    errors: ['expired', 'not_found', 'too_many_requests'],
    examples: [
      {
        input: { code: 'example-code', new_password: 'battery staple', new_password_confirmation: 'battery staple' },
        output: {},
      },
    ],
  }),
  email_change_password: call({
    path: '/email/change_password',
    summary: 'Changes the password, revokes every other token of the account, and gives a new one.',
    input: z.object({ old_password: password, ...confirmed }).refine(same, differs),
    output: session,
    errors: ['wrong_credentials', 'too_many_requests'],
    examples: [
      {
        input: {
          old_password: 'correct horse',
          new_password: 'battery staple',
          new_password_confirmation: 'battery staple',
        },
        output: sample.session,
      },
    ],
  }),
};
