import { z } from 'zod/v4';
import { calls, type Call } from '#contract';
import { bodies, framings, heads, type Case } from './framings';
import type { Attempt } from './attempts';

export const callTable = Object.entries(calls) as [string, Call][];

/** Fields that JSON and forms can encode. */
const plain = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value instanceof Blob ? 'a file' : value]));

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
export const asForm = (fields: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, asText(value) ?? ''])).toString();

export function fieldsOf({ input }: Call): string[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties?: object };
  return Object.keys(schema.properties ?? {});
}

export interface Caller {
  /** For reports: `signed in`, `a stranger`. */
  name: string;
  /** Also invalid headers and bodies. */
  isThorough: boolean;
  /** `/api`, or empty for a separate API. */
  root: string;
  /** Whether its requests get to the handler, and no other caller's did. */
  reaches(call: Call): boolean;
  /** Requests may revoke tokens. */
  token(call: string, what: string): Promise<string | undefined>;
}

const authorization = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

export async function framedAttempts(caller: Caller): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const [name, call] of callTable) {
    const example = plain(call.examples[0].input as object);
    const path = `${caller.root}${call.path}`;
    for (const [what, { due, ...rest }] of casesFor(name, call, example, caller)) {
      const headers = { ...authorization(await caller.token(name, what)), ...rest.headers };
      const request = { ...rest, path, headers };
      attempts.push({ subject: `${call.path} (${caller.name})`, what, request, isApi: true, due });
    }
  }
  return attempts;
}

/** What `backend/http` reads of a call before its handler, which gets the checked input only. */
const kindOf = ({ method, auth, body, idempotent, repeatable }: Call) =>
  [method, auth, body, idempotent, repeatable].join();
/** Of its kind `my_userinfo`, since the first call there ends the session. */
const firstOfKinds = new Set(
  new Map(
    [...[...callTable].reverse(), ['my_userinfo', calls.my_userinfo] as const].map(([name, call]) => [
      kindOf(call),
      name,
    ]),
  ).values(),
);

/** Sent to each call that the caller may make, not only to the first of its kind: its handler gets the input. */
const readByHandlers = new Set(['no body, no length', 'JSON in chunks']);

function casesFor(name: string, call: Call, example: object, caller: Caller): [string, Case][] {
  const { isThorough } = caller;
  const payload = { json: JSON.stringify(example), form: asForm({ ...example }) };
  const withBody = { ...framings(payload), ...(isThorough && call.method === 'POST' ? bodies(payload) : {}) };
  const without = isThorough ? heads : {};
  const isFirst = firstOfKinds.has(name);
  const isRead = (what: string) => readByHandlers.has(what) && caller.reaches(call);
  return [...Object.entries(withBody), ...Object.entries(without)].filter(
    ([what, { due }]) => (isFirst || isRead(what)) && (due !== 'any or none' || name === 'my_userinfo'),
  );
}

const oddValues: Record<string, unknown> = {
  NUL: 'a\0b',
  'a lone surrogate': 'a\ud800b',
  'NUL inside a list': ['a\0b'],
  'NUL inside a map': { p1: 'a\0b', 'a\0b': 'x' },
  'a long text': 'x'.repeat(100_000),
  'an empty text': '',
  null: null,
  true: true,
  'a number below zero': -1,
  'a fraction': 1.5,
  'more than 32 bits': 2 ** 31,
  'more than 64 bits': 2 ** 64,
  'the largest number': 1e308,
  'an interval beyond 32 bits': { start_ms: 0, end_ms: 99_999_999_999 },
  'a list of lists': [[[[[]]]]],
  'a map that states a length': { length: { toString: 1, valueOf: 1 } },
};

/** What the schema refuses does not reach the code of the call; `contract/bad-input.test.ts` tests what it refuses. */
const isWorthSending = ({ method, input }: Call, fields: object, what: string) =>
  method === 'GET' || what === 'NUL' || input.safeParse(fields).success;

export async function fieldAttempts(caller: Caller, idsInUse: (json: string) => string): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const [name, call] of callTable) {
    const example = JSON.parse(idsInUse(JSON.stringify(plain(call.examples[0].input as object)))) as object;
    for (const field of fieldsOf(call)) {
      for (const [what, value] of Object.entries(oddValues)) {
        const fields = { ...example, [field]: value };
        if (!isWorthSending(call, fields, what)) continue;
        const headers = authorization(await caller.token(name, 'odd'));
        const add = (how: string, request: Attempt['request']) =>
          attempts.push({
            subject: `${call.path} (${caller.name})`,
            what: `${what} in ${field}${how}`,
            request,
            isApi: true,
          });
        const path = `${caller.root}${call.path}`;
        if (call.method === 'GET') {
          // Exceeds Node's header limit.
          if (what !== 'a long text') add('', { path: `${path}?${asForm(fields)}`, headers });
          continue;
        }
        const type = (kind: string) => ({ ...headers, 'content-type': kind });
        add('', { method: 'POST', path, headers: type('application/json'), body: JSON.stringify(fields) });
        if (what === 'NUL') {
          const body = asForm(fields);
          add(' of a form', { method: 'POST', path, headers: type('application/x-www-form-urlencoded'), body });
        }
      }
    }
  }
  return attempts;
}

export async function keyAttempts(caller: Caller): Promise<Attempt[]> {
  const keys = {
    'a short key': 'a',
    'a long key': 'a'.repeat(5000),
    'a key in Latin-1': '\xe9'.repeat(20),
    'an empty key': '',
  };
  const attempts: Attempt[] = [];
  for (const [name, call] of callTable.filter(([, { idempotent }]) => idempotent)) {
    for (const [what, key] of Object.entries(keys)) {
      const headers = {
        ...authorization(await caller.token(name, 'odd')),
        'content-type': 'application/json',
        'idempotency-key': key,
      };
      const body = JSON.stringify(plain(call.examples[0].input as object));
      const request = { method: 'POST', path: `${caller.root}${call.path}`, headers, body };
      attempts.push({ subject: `${call.path} (${caller.name})`, what, request, isApi: true });
    }
  }
  return attempts;
}
