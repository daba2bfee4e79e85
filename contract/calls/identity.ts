import { z } from 'zod/v4';
import { call } from '#contract/define';
import { nothing, password, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { session } from '#contract/shapes/account';
import { utmAll } from './session';

const uid = text({ max: 100, what: 'The id of an account' });

export const identityCalls = {
  idtoken_login_google: call({
    path: '/idtoken_login/google',
    summary: "Signs in with Google's id token, verified against Google's keys; makes the account if there is none.",
    auth: 'none',
    input: z.object({
      idtoken: text({ max: 10_000, what: 'The id token', missing: 'The id token of Google is missing.' }),
      utm_all: utmAll,
      redirect: text({ max: 2000, what: 'The address' }).optional(),
      nonce: text({ max: 200, what: 'The nonce' })
        .optional()
        .describe('What the sign-in was begun with: the token must carry it.'),
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
