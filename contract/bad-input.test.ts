import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod/v4';
import { calls, type Call } from './index';

const table = Object.entries(calls) as [string, Call][];
const exampleOf = (call: Call) => call.examples[0].input as Record<string, unknown>;

const nestedKeys = ['start_ms', 'end_ms', 'p1', 'p2'];

const hostileNumbers = [-1, 1.5, NaN, Infinity, 2 ** 31, 2 ** 53, 99_999_999_999, -(2 ** 31) - 1, 1e308];
const hostileText = ['\0', 'a\0b', '\ud800', 'x\udfffy', 'x'.repeat(200_000), ' ', '', '{', '[]', 'p1', '1e400', '-1'];
const scalar = fc.oneof(
  fc.constantFrom(null, undefined, true, false, ...hostileNumbers, ...hostileText),
  fc.constantFrom(...hostileNumbers).map(String),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.integer(),
);
const disguised = fc.constantFrom({ length: {} }, { length: { toString: 1, valueOf: 1 } }, { toString: 1, valueOf: 1 });
const { hostile } = fc.letrec<{ hostile: unknown }>((tie) => ({
  hostile: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    scalar,
    disguised,
    fc.array(tie('hostile'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...nestedKeys, 'p1\0'), fc.string()), tie('hostile'), { maxKeys: 3 }),
    fc.record({ start_ms: tie('hostile'), end_ms: tie('hostile') }, { requiredKeys: [] }),
    tie('hostile').map((value) => JSON.stringify(value)),
  ),
}));

const fieldsOf = ({ input }: Call) => Object.keys((input as z.ZodObject).shape);

function leavesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (value && typeof value === 'object' && !(value instanceof Blob)) return Object.entries(value).flatMap(leavesOf);
  return [value];
}

function isStorable([name, field]: [string, unknown]): boolean {
  return leavesOf(field).every((leaf) => {
    if (typeof leaf === 'string') return leaf.length <= 10_000 && !/[\0\p{Surrogate}]/u.test(leaf);
    if (typeof leaf !== 'number') return true;
    return Number.isSafeInteger(leaf) && leaf >= 0 && (name === 'size' || leaf < 2 ** 31);
  });
}

const withFields = table.filter(([, call]) => fieldsOf(call).length > 0);

test.each(withFields)('%s accepts nothing that cannot be stored', (_name, call) => {
  const names = fieldsOf(call);
  fc.assert(
    fc.property(fc.constantFrom(...names), hostile, (name, value) => {
      const { success, data } = call.input.safeParse({ ...exampleOf(call), [name]: value });
      if (success) expect(Object.entries(data as object).filter((field) => !isStorable(field))).toEqual([]);
    }),
    { numRuns: 60 * names.length },
  );
});

test.each(withFields)('%s: every text field refuses NUL and lone surrogates, or keeps them out', (_name, call) => {
  for (const name of fieldsOf(call)) {
    for (const value of ['a\0b', 'a\ud800b', '\udc00', '{"p1":"\\u0000"}', '["\\ud800"]']) {
      const { success, data } = call.input.safeParse({ ...exampleOf(call), [name]: value });
      if (success) expect(Object.entries(data as object).filter((field) => !isStorable(field))).toEqual([]);
    }
  }
});

test.each(withFields)('%s: a field nested as deeply as JSON may be is read without a fault', (_name, call) => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
  for (const name of fieldsOf(call)) {
    const { error } = call.input.safeParse({ ...exampleOf(call), [name]: deep });
    assertHuman(error);
  }
});

const machineWords = /^(?:Invalid|Too big|Too small|Unrecognized)\b|\b(?:expected|received|undefined|NaN|null|>=|<=)\b/;
const isSentence = (message: string) => /^[A-Z{‘“"].*[.!?]$/su.test(message) && message.length <= 250;

function assertHuman(error: z.ZodError | undefined): void {
  for (const { message } of error?.issues ?? []) {
    expect(message).not.toMatch(machineWords);
    expect(message, 'says what was expected').not.toBe('This value cannot be used.');
    expect(isSentence(message), message).toBe(true);
  }
}

const many = Array.from({ length: 2000 }, (_, index) => index);
const manyNamed = Object.fromEntries(many.map((index) => [`name ${index}`, index]));

test.each(withFields)('%s counts the entries of a field before it reads them', (_name, call) => {
  for (const name of fieldsOf(call)) {
    for (const value of [many, manyNamed, JSON.stringify(many), JSON.stringify(manyNamed), many.join(',')]) {
      const { error } = call.input.safeParse({ ...exampleOf(call), [name]: value });
      expect(error?.issues.length ?? 0, name).toBeLessThan(10);
    }
  }
});

test.each(withFields)('%s: errors are sentences for people', (_name, call) => {
  for (const whole of [undefined, null, [], 'text', 5, {}]) assertHuman(call.input.safeParse(whole).error);
  const names = fieldsOf(call);
  for (const name of names) {
    const { [name]: _, ...without } = exampleOf(call);
    assertHuman(call.input.safeParse(without).error);
  }
  fc.assert(
    fc.property(fc.constantFrom(...names), hostile, (name, value) => {
      assertHuman(call.input.safeParse({ ...exampleOf(call), [name]: value }).error);
    }),
    { numRuns: 60 * names.length },
  );
});
