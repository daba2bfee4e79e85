import { z } from 'zod/v4';
import { call } from '#contract/define';
import { id, jsonField, listAtMost, nothing, password, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { passkey, session } from '#contract/shapes/account';

const encoded = (max: number) =>
  text({ max, what: 'A part of the passkey', missing: 'A part of the passkey is missing.' });
const options = z.object({
  options: z.record(z.string(), z.unknown()).describe('For `navigator.credentials`, in the JSON form of WebAuthn 3.'),
});
const credential = { id: encoded(1400), rawId: encoded(1400), type: z.literal('public-key', 'Send a public key.') };
const attestation = jsonField(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(4000),
      attestationObject: encoded(20_000),
      transports: listAtMost(10, text({ max: 40, what: 'A transport' })).optional(),
    }),
  }),
);
const assertion = jsonField(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(4000),
      authenticatorData: encoded(4000),
      signature: encoded(4000),
      userHandle: text({ max: 200, what: 'The user handle' }).optional(),
    }),
  }),
);
const name = text({ max: 60, what: 'A name', missing: 'Name the passkey.', isName: true });
const needsPassword = 'Needs the password, or a sign-in of the last 10 minutes.';
const part = 'ZXhhbXBsZQ';

export const passkeyCalls = {
  passkey_login_begin: call({
    path: '/passkey/login_begin',
    summary: 'Begins a sign-in by passkey: a challenge that is valid once, for 10 minutes.',
    auth: 'none',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: options,
    examples: [
      { input: {}, output: { options: { challenge: part, rpId: 'example.com', userVerification: 'required' } } },
    ],
  }),
  passkey_login: call({
    path: '/passkey/login',
    summary: 'Signs in by passkey. No one-time code is asked for: device and user verification are two factors.',
    auth: 'none',
    origin: 'ours',
    input: z.object({ response: assertion }),
    output: session,
    errors: ['wrong_credentials', 'suspended', 'too_many_requests'],
    examples: [
      {
        input: {
          response: {
            ...{ id: part, rawId: part, type: 'public-key' },
            response: { clientDataJSON: part, authenticatorData: part, signature: part },
          },
        },
        output: sample.session,
      },
    ],
  }),
  my_passkeys: call({
    path: '/my/passkeys',
    summary: 'The passkeys of the account, newest first.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: z.object({ items: z.array(passkey) }),
    examples: [{ input: {}, output: { items: [sample.passkey] } }],
  }),
  my_passkey_begin: call({
    path: '/my/passkey_begin',
    summary: `Begins to add a passkey. ${needsPassword}`,
    origin: 'ours',
    input: z.object({ password: password.optional() }),
    output: options,
    errors: ['activation_required', 'conflict', 'wrong_credentials', 'too_many_requests'],
    examples: [
      { input: { password: 'correct horse' }, output: { options: { challenge: part, rp: { name: 'Faceswap' } } } },
    ],
  }),
  my_passkey_add: call({
    path: '/my/passkey_add',
    summary: 'Adds the passkey that the browser made.',
    origin: 'ours',
    input: z.object({ name, response: attestation }),
    output: passkey,
    errors: ['conflict', 'wrong_credentials', 'too_many_requests'],
    examples: [
      {
        input: {
          name: 'My phone',
          response: {
            ...{ id: part, rawId: part, type: 'public-key' },
            response: { clientDataJSON: part, attestationObject: part },
          },
        },
        output: sample.passkey,
      },
    ],
  }),
  my_passkey_rename: call({
    path: '/my/passkey_rename',
    summary: 'Names a passkey.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ passkey_id: id, name }),
    output: nothing,
    errors: ['not_found'],
    examples: [{ input: { passkey_id: sample.passkey.passkey_id, name: 'My laptop' }, output: {} }],
  }),
  my_passkey_remove: call({
    path: '/my/passkey_remove',
    summary: `Removes a passkey: it signs in no more. ${needsPassword}`,
    origin: 'ours',
    input: z.object({ passkey_id: id, password: password.optional() }),
    output: nothing,
    errors: ['not_found', 'conflict', 'wrong_credentials', 'too_many_requests'],
    examples: [{ input: { passkey_id: sample.passkey.passkey_id, password: 'correct horse' }, output: {} }],
  }),
};
