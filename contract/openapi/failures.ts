import { z } from 'zod/v4';
import type { Call } from '#contract/define';
import { failure } from '#contract/envelope';
import { errors, type ErrorName } from '#contract/errors';
import { refTo, type Json } from './json';

const exampleTrace = '019a9e00-0000-7000-8000-0000000000aa';

const takesFields = ({ input }: Pick<Call, 'input'>) =>
  !(input instanceof z.ZodObject) || Object.keys(input.shape).length > 0;

/** Its own, and those of authentication, parsing and limits. */
export function failuresOf(call: Call): ErrorName[] {
  const names: ErrorName[] = [...call.errors, 'too_many_requests'];
  if (call.auth === 'required') names.push('unauthenticated', 'suspended', 'insufficient_scope');
  // Whatever the call takes, its body must be JSON or a form.
  if (takesFields(call) || call.method === 'POST') names.push('invalid_input');
  if (call.idempotent) names.push('idempotency_mismatch');
  if (call.method === 'POST') names.push('too_large');
  return [...new Set(names)].filter((name) => errors[name].status < 500);
}

function exampleOf(name: ErrorName): Json {
  const fields =
    name === 'invalid_input' ? { fields: { email: 'Enter an e-mail address like name@example.com.' } } : {};
  return { summary: errors[name].message, value: failure({ error: name, ...fields }, exampleTrace) };
}

export function failureResponses(names: readonly ErrorName[]): Record<string, Json> {
  const statuses = [...new Set(names.map((name) => errors[name].status))].sort();
  const responses = statuses.map((status): [string, Json] => {
    const all = names.filter((name) => errors[name].status === status);
    const lines = all.map((name) => `- \`${name}\`: ${errors[name].message}`);
    const examples = Object.fromEntries(all.map((name) => [name, exampleOf(name)]));
    const content = { 'application/json': { schema: refTo('schemas', 'Failure'), examples } };
    const headers = status === 429 ? { headers: { 'Retry-After': refTo('headers', 'RetryAfter') } } : {};
    return [String(status), { description: lines.join('\n'), ...headers, content }];
  });
  return { ...Object.fromEntries(responses), default: refTo('responses', 'ServerFault') };
}

/** Default response: `internal`, `unavailable` and future errors. */
export const serverError: Json = {
  description:
    'A fault of the server: `internal` (500) or `unavailable` (503). Try again, with the same `Idempotency-Key`, if the call is safe to retry. Names of failures that are added later come here, too.',
  headers: { 'Retry-After': refTo('headers', 'RetryAfter') },
  content: {
    'application/json': {
      schema: refTo('schemas', 'Failure'),
      examples: { internal: exampleOf('internal'), unavailable: exampleOf('unavailable') },
    },
  },
};
