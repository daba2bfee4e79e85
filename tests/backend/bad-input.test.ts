import { expect, test } from 'vitest';
import type { z } from 'zod/v4';
import { calls, type Call } from '#contract';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

/** PostgreSQL or careless checks reject them. */
const hostile = [
  'a\0b',
  'a\ud800b',
  { length: { toString: 1, valueOf: 1 } },
  { start_ms: 0, end_ms: 99_999_999_999 },
  ['\0'],
  { '\0': '\0' },
  99_999_999_999,
  -1,
  null,
];

const bodyOf = (call: Call, input: Record<string, unknown>): BodyInit => {
  if (call.body !== 'multipart') return JSON.stringify(input);
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.set(name, value instanceof Blob ? value : String(value));
  return form;
};

async function send({ fetch }: TestBackend, call: Call, token: string, input: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${token}` };
  if (call.method === 'GET') {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
    return fetch(`${call.path}?${query}`, { headers });
  }
  return fetch(call.path, { method: 'POST', headers, body: bodyOf(call, input) });
}

test.each(Object.entries(calls) as [string, Call][])(
  'no field value of %s causes a server error',
  async (_name, call) => {
    const backend = await openBackend();
    if (call.body === 'multipart') await backend.startWorker(); // examines photos
    const { token } = await member(backend);
    const example = call.examples[0].input as Record<string, unknown>;
    for (const name of Object.keys((call.input as z.ZodObject).shape)) {
      for (const value of hostile) {
        const { status } = await send(backend, call, token, { ...example, [name]: value });
        expect(status, `${name} = ${JSON.stringify(value)}`).toBeLessThan(500);
      }
    }
  },
);

test('an interval beyond 32 bits of milliseconds is refused while the video’s duration is unknown', async () => {
  const backend = await openBackend(); // no worker may examine the video
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'), 'clip.mp4');
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
  const statusOf = async (end_ms: number) => {
    const body = JSON.stringify({ material_id, trim_interval: { start_ms: 0, end_ms } });
    return (await backend.fetch('/upload/detect_create', { method: 'POST', headers, body })).status;
  };
  expect(await statusOf(99_999_999_999)).toBe(422);
  expect(await statusOf(2 ** 31)).toBe(422);
  expect(await statusOf(5_000)).toBe(200);
});

test.each(['', 'short', 'with space', '\u00e9'.repeat(20), 'x'.repeat(201)])(
  'the header value %j is refused as an idempotency key and as a token',
  async (value) => {
    const backend = await openBackend();
    const { token } = await member(backend);
    const create = (headers: Record<string, string>) =>
      backend.fetch('/upload/sign_url', { method: 'POST', body: '{"format":"jpg"}', headers });
    expect((await create({ authorization: `Bearer ${token}`, 'idempotency-key': value })).status).toBe(422);
    expect((await create({ authorization: `Bearer ${value}` })).status).toBe(401);
  },
);

test.each([
  '/media/%00',
  '/media/a%00b.jpg?signature=%00',
  '/media/%ED%A0%80',
  '/resumable/%00',
  '/resumable/%ED%A0%80',
])('the path %s is not found', async (path) => {
  const backend = await openBackend();
  expect((await backend.fetch(path)).status).toBe(404);
  expect((await backend.fetch(path, { method: 'HEAD' })).status).toBe(404);
});
