import { z } from 'zod/v4';
import { call } from '#contract/define';
import { id, listField, nothing, password, text } from '#contract/fields';
import * as sample from '#contract/examples';
import { apiKey, keyScope } from '#contract/shapes/integration';

export const apiKeyCalls = {
  my_api_keys: call({
    path: '/my/api_keys',
    summary: 'The API keys of the account, newest first, without their secrets.',
    origin: 'ours',
    repeatable: true,
    input: nothing,
    output: z.object({ items: z.array(apiKey) }),
    examples: [{ input: {}, output: { items: [sample.apiKey] } }],
  }),
  my_api_key_create: call({
    path: '/my/api_key_create',
    summary:
      'Makes an API key. Its secret is in this answer and nowhere else. Needs the password, or a sign-in of the last 10 minutes.',
    origin: 'ours',
    input: z.object({
      name: text({ max: 60, what: 'A name', missing: 'Name the key.', isName: true }),
      scopes: listField(keyScope, 'Choose at least one scope.'),
      password: password.optional(),
    }),
    output: apiKey.extend({ secret: z.string() }),
    errors: ['invalid_input', 'activation_required', 'conflict', 'wrong_credentials', 'too_many_requests'],
    examples: [
      {
        input: { name: 'Build server', scopes: ['read', 'create'] },
        output: { ...sample.apiKey, last_used_at: null, secret: sample.apiKeySecret },
      },
    ],
  }),
  my_api_key_revoke: call({
    path: '/my/api_key_revoke',
    summary: 'Revokes an API key, at once and for good.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ key_id: id }),
    output: nothing,
    errors: ['not_found'],
    examples: [{ input: { key_id: sample.ids.apiKey }, output: {} }],
  }),
};
