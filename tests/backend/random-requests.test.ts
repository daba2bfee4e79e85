import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod/v4';
import { calls, type Call, type CallName } from '#contract';
import { openIdProvider } from '#backend/providers/identity/openid';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { startIdentityProvider } from '#tests/support/identity-provider';

// Failures print seed and smallest request.

const names = Object.keys(calls) as CallName[];
const fieldsOf = ({ input }: Call) => Object.keys((input as z.ZodObject).shape);
const exampleOf = (call: Call) => call.examples[0].input as Record<string, unknown>;

const textOf = (field: unknown) => (typeof field === 'string' ? field : (JSON.stringify(field) ?? ''));

const extremes = [
  '\0',
  'a\0b',
  '\ud800',
  '',
  ' ',
  '%',
  '{',
  '[',
  'null',
  '1e400',
  '-0',
  '2147483648',
  'x'.repeat(20_000),
];
const numbers = [-1, 0.5, 2 ** 31, 2 ** 53, 1e308, -(2 ** 63)];
const value = fc.oneof(
  fc.constantFrom<unknown>(...extremes, ...numbers, null, true, false),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.record({
    start_ms: fc.constantFrom<unknown>(...numbers, 'a'),
    end_ms: fc.constantFrom<unknown>(...numbers, null),
  }),
  fc.dictionary(fc.constantFrom('p1', 'p2', 'p\0', '__proto__', 'x'), fc.constantFrom('', '\0', 'a,b', ','), {
    maxKeys: 2,
  }),
);

const type = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=edge',
  'text/plain',
  'image/jpeg',
  'application/json; charset=utf-99',
  undefined,
);

interface RandomRequest {
  name: CallName;
  method: string;
  isSignedIn: boolean;
  key: string | undefined;
  body:
    | { fields: Record<string, unknown>; as: 'json' | 'form' | 'multipart' }
    | { bytes: string; type: string | undefined };
}

const bodyFor = (call: Call): fc.Arbitrary<RandomRequest['body']> => {
  const changes = fc.dictionary(fc.constantFrom(...fieldsOf(call), 'constructor', 'unknown'), value, { maxKeys: 3 });
  const fields = changes.map((changed) => ({ ...exampleOf(call), ...changed }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ fields, as: fc.constantFrom('json', 'form', 'multipart') }) },
    {
      weight: 1,
      arbitrary: fc.record({ bytes: fc.oneof(fc.json(), fc.string({ unit: 'binary' }), value.map(textOf)), type }),
    },
  );
};

const request: fc.Arbitrary<RandomRequest> = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    method: fc.oneof(
      { weight: 8, arbitrary: fc.constant(calls[name].method as string) },
      { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET') },
    ),
    isSignedIn: fc.boolean(),
    key: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 250 }), { nil: undefined, freq: 4 }),
    body: bodyFor(calls[name] as Call),
  }),
);

function bodyOf(body: RandomRequest['body']): { body: BodyInit; headers: Record<string, string> } {
  if ('bytes' in body) return { body: body.bytes, headers: body.type ? { 'content-type': body.type } : {} };
  const entries = Object.entries(body.fields).map(
    ([name, field]) => [name, field instanceof Blob ? field : textOf(field)] as const,
  );
  if (body.as === 'json') {
    return { body: JSON.stringify(body.fields), headers: { 'content-type': 'application/json' } };
  }
  if (body.as === 'form') {
    return { body: new URLSearchParams(entries.map(([name, field]) => [name, String(field)])), headers: {} };
  }
  const form = new FormData();
  for (const [name, field] of entries) form.append(name, field);
  return { body: form, headers: {} };
}

async function send(backend: TestBackend, { token }: Member, { name, method, isSignedIn, key, body }: RandomRequest) {
  const sent = bodyOf(body);
  const hasBody = !['GET', 'HEAD'].includes(method);
  const query =
    !hasBody && 'fields' in body
      ? `?${new URLSearchParams(Object.entries(body.fields).map(([field, given]) => [field, textOf(given)]))}`
      : '';
  const headers = {
    ...(hasBody ? sent.headers : {}),
    ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const place = `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
  return backend.fetch(
    `${calls[name].path}${query}`,
    { method, headers, ...(hasBody ? { body: sent.body } : {}) },
    place,
  );
}

test('any random request is answered in the envelope, below 500', async () => {
  const provider = await startIdentityProvider();
  onTestFinished(() => provider.stop());
  const backend = await openBackend({}, { google: openIdProvider(provider) });
  await backend.startWorker(); // a face photo waits for it
  let sender = await member(backend);
  await fc.assert(
    fc.asyncProperty(request, async (random) => {
      const response = await send(backend, sender, random);
      if (random.isSignedIn && response.status === 401) sender = await member(backend); // a call ended its session
      expect(response.status).toBeLessThan(500);
      if (random.method === 'HEAD' || response.status === 204) return;
      const envelope = (await response.json()) as { code: number; message: string };
      expect(envelope.code).toBe(response.status);
      if (envelope.code !== 200) expect(envelope.message).toMatch(/^\P{Ll}.*[.!?]$/su);
    }),
    { numRuns: 1000 },
  );
});
