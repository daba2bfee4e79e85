import { z } from 'zod/v4';
import { call } from '../define';
import { nothing } from '../fields';
import * as sample from '../samples';
import { session } from '../shapes/account';
import { utmAll } from './session';

/** Signing in with Google, and leaving for good. */
export const identityCalls = {
  idtoken_login_google: call({
    path: '/idtoken_login/google',
    summary: "Signs in with Google's id token, verified against Google's keys; makes the account if there is none.",
    auth: 'none',
    input: z.object({
      idtoken: z.string().min(1).max(10_000),
      utm_all: utmAll,
      redirect: z.string().max(2000).optional(),
    }),
    output: session.extend({ redirect: z.string().nullable() }),
    errors: ['wrong_credentials', 'suspended', 'unavailable', 'too_many_requests'],
    examples: [
      {
        input: { idtoken: 'example.id.token', redirect: '/my' },
        output: { ...sample.session, redirect: '/my' },
      },
    ],
  }),
  del_account: call({
    path: '/del/account',
    summary: 'Deletes the account, its files and its personal data. Needs a recent sign-in.',
    keyed: true,
    input: z.object({ uid: z.string() }),
    output: nothing,
    errors: ['not_found', 'conflict'],
    examples: [{ input: { uid: sample.user.uid }, output: {} }],
  }),
};
