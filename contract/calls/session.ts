import { z } from 'zod/v4';
import { call } from '#contract/define';
import { email, newPassword, nothing, password, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { session, user } from '#contract/shapes/account';

/** A secret of the browser that signs up. */
export const device = text({ max: 100, what: 'The device', exact: true }).regex(
  /^[\w-]{32,100}$/,
  'Send 32 to 100 letters, digits, hyphens or underscores, chosen at random.',
);

/** Stored in the browser (specification, point 3). */
export const utmAll = text({ max: 2000, what: 'The attribution', exact: true }).optional();

export const sessionCalls = {
  email_register: call({
    path: '/email/register',
    summary: 'Makes an account. Answers the same whether or not the address is taken already.',
    auth: 'none',
    idempotent: true,
    runsOutsideTransaction: true,
    input: z.object({ email, password: newPassword, utm_all: utmAll, device: device.optional() }),
    output: z.object({ email: z.string() }),
    errors: ['invalid_input', 'too_many_requests'],
    examples: [
      { input: { email: 'ada@example.com', password: 'correct horse' }, output: { email: 'ada@example.com' } },
    ],
  }),
  email_login: call({
    path: '/email/login',
    summary: 'Signs in with e-mail address and password.',
    auth: 'none',
    repeatable: true, // a session whose token was lost stays in the list of devices and ends there
    input: z.object({ email, password }),
    output: session,
    errors: ['wrong_credentials', 'code_required', 'invalid_input', 'suspended', 'too_many_requests'],
    examples: [{ input: { email: 'ada@example.com', password: 'correct horse' }, output: sample.session }],
  }),
  logout: call({
    path: '/logout',
    summary: 'Ends the session of the token it is called with.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: nothing,
    examples: [{ input: {}, output: {} }],
  }),
  my_userinfo: call({
    path: '/my/userinfo',
    scope: 'read',
    summary: 'The signed-in user with balance and counters.',
    repeatable: true,
    input: nothing,
    output: user,
    examples: [{ input: {}, output: sample.user }],
  }),
};
