import { z } from 'zod/v4';
import { call } from '#contract/define';
import { nothing, password, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { session } from '#contract/shapes/account';
import { utmAll } from './session';

const uid = text({ max: 100, what: 'The id of an account' });
const idtoken = text({ max: 10_000, what: 'The id token', missing: 'The id token of Google is missing.' });
const nonce = text({ max: 200, what: 'The nonce' })
  .optional()
  .describe('What the sign-in was begun with: the token must carry it.');
/** Of calls that the owner confirms by the password or a recent sign-in. */
const confirmedByOwner = {
  origin: 'ours',
  idempotent: true,
  input: z.object({ password: password.optional() }),
  output: nothing,
  errors: ['conflict', 'wrong_credentials', 'too_many_requests'],
  examples: [{ input: { password: 'correct horse' }, output: {} }],
} as const;

export const identityCalls = {
  idtoken_login_google: call({
    path: '/idtoken_login/google',
    summary: "Signs in with Google's id token, verified against Google's keys; makes the account if there is none.",
    auth: 'none',
    input: z.object({
      idtoken,
      utm_all: utmAll,
      redirect: text({ max: 2000, what: 'The address' }).optional(),
      nonce,
      uid: uid
        .optional()
        .describe('The account that the token must belong to, when a signed-in user confirms who they are.'),
    }),
    output: session.extend({ redirect: z.string().nullable() }),
    errors: ['wrong_credentials', 'code_required', 'suspended', 'not_offered', 'unavailable', 'too_many_requests'],
    examples: [
      {
        input: { idtoken: 'example.id.token', redirect: '/my' },
        output: { ...sample.session, redirect: '/my' },
      },
    ],
  }),
  my_google_connect: call({
    path: '/my/google_connect',
    summary:
      'Connects a Google account, by its id token: it signs in from then on. One with another address than the account needs the password, or a sign-in of the last 10 minutes.',
    origin: 'ours',
    idempotent: true,
    runsOutsideTransaction: true,
    input: z.object({
      uid: uid.describe('The account that the user sees: if another one is signed in by now, nothing is connected.'),
      idtoken,
      nonce,
      password: password.optional(),
    }),
    output: nothing,
    errors: [
      ...(['not_found', 'activation_required', 'conflict', 'wrong_credentials'] as const),
      ...(['not_offered', 'unavailable', 'too_many_requests'] as const),
    ],
    examples: [{ input: { uid: sample.user.uid, idtoken: 'example.id.token' }, output: {} }],
  }),
  my_google_disconnect: call({
    path: '/my/google_disconnect',
    summary:
      'Disconnects Google: it signs in no more, and every other session ends. Needs the password, or a sign-in of the last 10 minutes, and a password or passkey to sign in with from then on.',
    ...confirmedByOwner,
  }),
  my_google_allow: call({
    path: '/my/google_allow',
    summary:
      'After `my_google_disconnect`: the next sign-in with Google by the address of the account connects it again. Needs the password, or a sign-in of the last 10 minutes.',
    ...confirmedByOwner,
  }),
  del_account: call({
    path: '/del/account',
    summary:
      'Deletes the account, its files and its personal data. Needs the password, or a sign-in of the last 10 minutes. A repeat after the deletion is `unauthenticated`.',
    idempotent: true,
    runsOutsideTransaction: true,
    input: z.object({ uid, password: password.optional() }),
    output: nothing,
    errors: ['not_found', 'conflict', 'wrong_credentials', 'too_many_requests', 'unavailable'],
    examples: [{ input: { uid: sample.user.uid }, output: {} }],
  }),
};
