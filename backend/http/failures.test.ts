import { Hono } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';

import { TooManyBodies } from '#http/limit-body';
import { AppError } from '#backend/domain/app-error';
import { StorageFull } from '#backend/providers/storage/port';
import type { ApiEnv } from './api-env';
import { answerFailure } from './failures';

async function answered(error: Error) {
  const lines: { level: number; error: string; err?: object }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = new Hono<ApiEnv>().post('/my/faces', () => Promise.reject(error));
  app.onError((fault, context) => answerFailure(fault, context, log));
  return { answer: await app.request('/my/faces', { method: 'POST' }), lines };
}

async function thrown(error: Error) {
  const { answer, lines } = await answered(error);
  return { status: answer.status, lines };
}

const { warn, error } = pino.levels.values;

test.each([
  ['a refusal of the API', new AppError('unavailable', { message: 'Try again in a minute.' }), 'unavailable'],
  ['too many bodies at once', new TooManyBodies(), 'unavailable'],
  ['a full disk', new StorageFull(), 'unavailable'],
])('%s is expected: a warning without a stack', async (_what, refusal, name) => {
  const { status, lines } = await thrown(refusal);
  expect([status, lines]).toEqual([
    503,
    [expect.objectContaining({ level: warn, error: name, reason: refusal.message })],
  ]);
  expect(lines[0]).not.toHaveProperty('err');
});

test('the cause of a provider’s failure stays in the warning', async () => {
  const { lines } = await thrown(new AppError('unavailable', { cause: new Error('the provider hung up') }));
  expect(lines).toMatchObject([{ level: warn, err: { message: 'the provider hung up' } }]);
});

test.each([
  ['an unexpected error', new TypeError('x is not a function'), 500],
  ['an internal error', new AppError('internal'), 500],
  ['a database that is gone', Object.assign(new Error('no'), { code: '57P01' }), 503],
  ['a crashed one', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }), 503],
  [
    'one whose name is not found',
    Object.assign(new Error('getaddrinfo EAI_AGAIN db'), { syscall: 'getaddrinfo' }),
    503,
  ],
  ['one that no longer reads', Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }), 503],
  ['a broken disk', Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' }), 500],
])('%s is an error with its stack', async (_what, fault, code) => {
  const { status, lines } = await thrown(fault);
  expect([status, lines]).toEqual([code, [expect.objectContaining({ level: error, err: expect.anything() })]]);
});

test('an error of the caller is not logged', async () => {
  expect(await thrown(new AppError('not_found'))).toEqual({ status: 404, lines: [] });
});

test.each([
  ['unauthenticated', 'Bearer'],
  ['insufficient_scope', 'Bearer error="insufficient_scope"'],
  ['suspended', null],
  ['not_found', null],
] as const)('the challenge of a call refused as %s is %s', async (name, challenge) => {
  const { answer } = await answered(new AppError(name));
  expect(answer.headers.get('www-authenticate')).toBe(challenge);
});
