import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ids } from '#contract/examples';
import { calls, failureEnvelope } from '#contract';
import { reportHealth } from '#backend/http/health';
import { member, openBackend } from '#tests/support/backend';

test('an unknown path is a 404 in the envelope', async () => {
  const backend = await openBackend();
  const response = await backend.fetch('/no/such', { method: 'POST' });
  expect(response.status).toBe(404);
  expect(failureEnvelope.parse(await response.json())).toMatchObject({ code: 404, error: 'no_such_call' });
});

test('JSON and form-encoded requests mean the same', async () => {
  const backend = await openBackend();
  const body = new URLSearchParams({ email: 'ada@example.com', password: 'a long enough phrase' });
  const response = await backend.fetch('/email/register', { method: 'POST', body });
  expect(await response.json()).toMatchObject({ code: 200, data: { email: 'ada@example.com' } });
});

test.each([
  ['{', 'must be JSON'],
  ['[]', 'must be a JSON object'],
  ['null', 'must be a JSON object'],
  ['"text"', 'must be a JSON object'],
  ['5', 'must be a JSON object'],
])('the body %s is refused with what it must be', async (body, said) => {
  const backend = await openBackend();
  const response = await backend.fetch('/email/login', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  const failed = failureEnvelope.parse(await response.json());
  expect([response.status, failed.error]).toEqual([422, 'invalid_input']);
  expect(failed.message).toContain(said);
});

test('a missing id is reported as a missing field', async () => {
  const backend = await openBackend();
  const { token } = await member(backend);
  const faultOf = async (body: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await backend.fetch('/del/face', { method: 'POST', headers, body })).json()).fields;
  };
  expect(await faultOf('{}')).toEqual({ face_id: 'This field is required.' });
  expect(await faultOf('{"face_id":"me"}')).toEqual({ face_id: expect.stringContaining('not an id') });
  expect(await faultOf('{"face_id":null}')).toEqual({ face_id: expect.stringContaining('not an id') });
});

test('every invalid field is named', async () => {
  const backend = await openBackend();
  const attempt = backend.call('email_login', { email: 'nobody', password: '' });
  await expect(attempt).rejects.toMatchObject({
    fields: { email: expect.stringContaining('name@example.com'), password: 'Enter your password.' },
  });
});

test('a fault within a list or an object names its place', async () => {
  const backend = await openBackend();
  const { token } = await member(backend);
  const faultsOf = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await backend.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { fields: Record<string, string> }).fields;
  };
  const whole = { material_id: ids.material, bind_face: { p1: ids.face } };
  const items = [whole, { material_id: ids.material }];
  expect(await faultsOf('/batch/create', { items, consent: true })).toEqual({
    items: 'Entry 2, bind_face: This field is required.',
  });
  expect(await faultsOf('/batch/create', { items: [5], consent: true })).toEqual({
    items: 'Entry 1: This must be an object.',
  });
  const trim_interval = { start_ms: 0 };
  expect(await faultsOf('/upload/detect_create', { material_id: ids.material, trim_interval })).toEqual({
    trim_interval: expect.stringMatching(/^Field end_ms: /),
  });
});

test('a body that is not read as JSON is answered with what it must be', async () => {
  const backend = await openBackend();
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const response = await backend.fetch('/tool/lists', { method: 'POST', headers, body: gzipSync('{}') });
  const { error, message } = failureEnvelope.parse(await response.json());
  expect([error, message]).toEqual(['invalid_input', 'The body must be JSON in UTF-8 or a form, and not compressed.']);
});

test('a valid request id is kept; otherwise one is generated', async () => {
  const backend = await openBackend();
  const idOf = async (id: string) =>
    (await backend.fetch('/tool/lists', { method: 'POST', headers: { 'x-request-id': id } })).headers.get(
      'x-request-id',
    );
  expect(await idOf('abcdef-12345')).toBe('abcdef-12345');
  expect(await idOf('<script>')).not.toBe('<script>');
});

test('the API serves its OpenAPI document', async () => {
  const backend = await openBackend();
  const document = await (await backend.fetch('/openapi.json')).json();
  expect(Object.keys(document.paths)).toContain(calls.faceswap_create.path);
});

test.each(['/openapi.json', '/docs'])('%s is compressed and cached for clients that take it', async (path) => {
  const backend = await openBackend();
  const ask = (headers: Record<string, string>) => backend.fetch(path, { headers });
  const plain = await ask({});
  expect(plain.headers.get('content-encoding')).toBeNull();
  const small = await ask({ 'accept-encoding': 'gzip, br' });
  expect([small.headers.get('content-encoding'), small.headers.get('vary')]).toEqual(['gzip', 'accept-encoding']);
  expect(gunzipSync(await small.arrayBuffer()).toString()).toBe(await plain.text());
  for (const { headers } of [plain, small]) {
    const unchanged = await ask({ 'accept-encoding': 'gzip', 'if-none-match': headers.get('etag')! });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get('access-control-allow-origin')).toBe('*');
  }
  const wrong = await (await backend.fetch(path, { method: 'POST' })).json();
  expect(wrong.message).toBe('POST is not possible here; use GET or HEAD.');
});

test('the reference shows every call and contains no script', async () => {
  const backend = await openBackend();
  const response = await backend.fetch('/docs');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const page = await response.text();
  for (const name of Object.keys(calls)) expect(page).toContain(`id="${name}"`);
  expect(page).not.toMatch(/<script|undefined|\[object|NaN/);
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
  expect(anchors.filter((anchor) => !page.includes(`id="${anchor}"`))).toEqual([]);
});

test('the reference’s command for a form sends every field that the call requires', async () => {
  const backend = await openBackend();
  const page = await (await backend.fetch('/docs')).text();
  const [command] = /curl [^<]+\/upload\/face_photo[^<]+/.exec(page)!;
  expect([...command.matchAll(/-F (\w+)=/g)].map(([, name]) => name)).toEqual(['face_id', 'photo', 'consent']);
});

test('the health report covers each part, and fails without a worker', async () => {
  const backend = await openBackend();
  const before = await reportHealth(backend.deps);
  expect(before).toMatchObject({ ok: false, parts: { database: { ok: true }, workers: { ok: false } } });
  await backend.startWorker();
  expect(await reportHealth(backend.deps)).toMatchObject({ ok: true, parts: { storage: { ok: true } } });
});

test('lists have pages of twenty, and refuse larger ones', async () => {
  const backend = await openBackend();
  const { token } = await member(backend);
  const list = await backend.call('my_credit_lists', {}, { token });
  expect(list).toMatchObject({
    page: 1,
    per_page: 20,
    total: 1,
    items: [{ kind: 'grant', delta: 10, balance_after: 10 }],
  });
  await expect(backend.call('my_credit_lists', { per_page: 101 }, { token })).rejects.toMatchObject({ status: 422 });
  expect((await backend.call('my_credit_lists', { page: 9 }, { token })).items).toEqual([]);
});

test('an oversized body is refused before it is read: of a call without a token, a smaller one', async () => {
  const backend = await openBackend();
  const { token } = await member(backend);
  const answerTo = async (path: string, bytes: number, headers = {}) => {
    const response = await backend.fetch(path, { method: 'POST', body: JSON.stringify('x'.repeat(bytes)), headers });
    return failureEnvelope.parse(await response.json());
  };
  const tooLarge = { code: 413, error: 'too_large' };
  expect(await answerTo('/email/login', 300_000)).toMatchObject(tooLarge);
  const signedIn = { authorization: `Bearer ${token}` };
  expect(await answerTo('/my/uploads', 300_000, signedIn)).toMatchObject({ error: 'invalid_input' });
  expect(await answerTo('/my/uploads', 1_100_000, signedIn)).toMatchObject(tooLarge);
});

test('a call with a photo takes much only as a form with files: JSON and other forms are kept in memory', async () => {
  const backend = await openBackend();
  const { token } = await member(backend);
  const body = JSON.stringify('x'.repeat(1_100_000));
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=x']) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const response = await backend.fetch('/upload/face', { method: 'POST', body, headers });
    expect(failureEnvelope.parse(await response.json()), type).toMatchObject({ code: 413, error: 'too_large' });
  }
});
