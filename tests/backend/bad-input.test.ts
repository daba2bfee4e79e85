import { expect, test } from 'vitest';
import type { z } from 'zod/v4';
import { calls, type Call } from '#contract';
import { member, openBackend } from '#tests/support/backend';
import { upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

/** PostgreSQL or careless checks reject them. */
const hostile = ['a\0b', 'a\ud800b', '{"start_ms":0,"end_ms":99999999999}', '["\\u0000"]', '99999999999', '-1', ''];

function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

const withFile = (Object.entries(calls) as [string, Call][]).filter(([, { body }]) => body === 'multipart');

/** Those of other calls: `tests/process/hostile-requests.test.ts`. */
test.each(withFile)('no field value of %s causes a server error', async (_name, { path, input, examples }) => {
  const backend = await openBackend();
  await backend.startWorker(); // examines photos
  const { token } = await member(backend);
  const headers = { authorization: `Bearer ${token}` };
  for (const name of Object.keys((input as z.ZodObject).shape)) {
    for (const value of hostile) {
      const body = formOf({ ...(examples[0].input as object), [name]: value });
      const { status } = await backend.fetch(path, { method: 'POST', headers, body });
      expect(status, `${name} = ${JSON.stringify(value)}`).toBeLessThan(500);
    }
  }
});

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
