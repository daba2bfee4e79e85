import { expect, test, vi } from 'vitest';
import { calls, failureEnvelope } from '#contract';
import { issueCode } from '#backend/domain/account/mail-codes';
import { makeApi } from '#backend/http/app';
import { member, openBackend, testLinks } from '#tests/support/backend';
import { fileKeyOf } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

const asked = (bytes: number) => {
  const given = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (given.bytes >= bytes) return controller.close();
      given.bytes += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  return { body, given };
};

test('without a token, the body of a protected call is not read', async () => {
  const backend = await openBackend();
  const { body, given } = asked(50e6);
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };
  const answer = await backend.fetch('/upload/face', { method: 'POST', body, headers });
  expect(answer.status).toBe(401);
  expect(given.bytes).toBeLessThan(200_000);
});

test('a webhook body is limited, and read only for a configured provider', async () => {
  const backend = await openBackend({}, { isLocal: true });
  const unknown = asked(50e6);
  expect((await backend.fetch('/webhook/nothing', { method: 'POST', body: unknown.body })).status).toBe(404);
  expect(unknown.given.bytes).toBeLessThan(200_000);
  const large = asked(50e6);
  expect((await backend.fetch('/webhook/sandbox', { method: 'POST', body: large.body })).status).toBe(413);
  expect(large.given.bytes).toBeLessThan(600_000);
});

test('a wrong method is refused with the allowed ones', async () => {
  const backend = await openBackend();
  const answer = await backend.fetch('/my/userinfo', { method: 'DELETE' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect(failureEnvelope.parse(await answer.json())).toMatchObject({ error: 'method_not_allowed' });
  expect((await backend.fetch('/email/activate', { method: 'PUT' })).headers.get('allow')).toBe('GET, OPTIONS');
  expect((await backend.fetch('/email/forgot_verify', { method: 'PUT' })).headers.get('allow')).toBe(
    'GET, HEAD, OPTIONS',
  );
  expect((await backend.fetch('/no/such', { method: 'PUT' })).status).toBe(404);
});

test('HEAD, which programs send to look at a link, confirms no address', async () => {
  const backend = await openBackend();
  const bo = await member(backend, { isConfirmed: false });
  const code = await issueCode(backend.deps, bo.accountId, 'activate');
  const looked = await backend.fetch(`/email/activate?code=${code}`, { method: 'HEAD' });
  expect([looked.status, looked.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
  expect((await bo.call('my_userinfo', {})).email_verified).toBe(false);
  expect((await backend.fetch('/email/forgot_verify?code=none', { method: 'HEAD' })).status).toBe(404);
  expect((await backend.fetch(`/email/activate?code=${code}`)).status).toBe(200);
});

test('a token that is sent in another way is answered how to send it', async () => {
  const backend = await openBackend();
  const { token } = await member(backend);
  for (const headers of [{ authorization: `Token ${token}` }, { authorization: token }]) {
    const answer = await backend.fetch('/my/userinfo', { method: 'POST', headers });
    expect(answer.status).toBe(401);
    expect(failureEnvelope.parse(await answer.json()).message).toContain('Authorization: Bearer');
  }
});

test('JSON that is declared as a form, as curl’s -d does, is refused with the type to send', async () => {
  const backend = await openBackend();
  const { token } = await member(backend);
  const send = async (body: string, type: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const answer = await backend.fetch('/my/uploads', { method: 'POST', body, headers });
    return (await answer.json()) as { code: number; message: string; data: { page: number } };
  };
  const form = 'application/x-www-form-urlencoded';
  for (const body of ['{"page":2}', ' {"page": 2}', '[1]']) {
    const { code, message } = await send(body, form);
    expect([code, message], body).toEqual([422, expect.stringContaining('Content-Type: application/json')]);
  }
  expect((await send('{}', form)).data.page).toBe(1);
  expect((await send('page=2', form)).data.page).toBe(2);
});

test('the letters of a content type may be upper or lower case', async () => {
  const backend = await openBackend();
  const { token } = await member(backend);
  const send = (path: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    return backend.fetch(path, { method: 'POST', body, headers });
  };
  const uploads = await send('/my/uploads', 'Application/X-WWW-Form-Urlencoded; Charset=UTF-8', 'page=2');
  expect(await uploads.json()).toMatchObject({ data: { page: 2 } });
  const form = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nBo\r\n--x--\r\n';
  const face = await send('/upload/face', 'Multipart/Form-Data; boundary=x', form);
  expect(await face.json()).toMatchObject({ code: 422, fields: { photo: 'Choose a file.' } });
});

test('other origins may make calls with a token', async () => {
  const backend = await openBackend();
  const preflight = await backend.fetch('/my/userinfo', {
    method: 'OPTIONS',
    headers: { origin: 'https://partner.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  const allowed = preflight.headers.get('access-control-allow-headers');
  for (const name of ['authorization', 'if-none-match', 'if-range']) expect(allowed).toContain(name);
});

test('answers are not cached and have nosniff', async () => {
  const backend = await openBackend();
  for (const { path, method } of Object.values(calls)) {
    const { headers } = await backend.fetch(path, { method });
    expect([headers.get('cache-control'), headers.get('x-content-type-options')], path).toEqual([
      'no-store',
      'nosniff',
    ]);
  }
});

test('an unknown tus URL is 404 for every method', async () => {
  const backend = await openBackend();
  for (const method of ['OPTIONS', 'HEAD', 'POST', 'PATCH', 'DELETE', 'GET'])
    expect((await backend.fetch('/resumable/x', { method })).status, method).toBe(404);
});

async function uploaded() {
  const backend = await openBackend();
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const { material_id, upload } = await ada.call('upload_sign_url', { format: 'jpg' });
  await backend.fetch(upload.url, { method: 'PUT', body: photo as BodyInit, headers: upload.headers });
  const expires = new Date(Date.now() + 3_600_000);
  const link = backend.deps.storage.linkToRead(await fileKeyOf(backend, material_id), { expires });
  return { backend, photo, link, get: (headers = {}, method = 'GET') => backend.fetch(link, { headers, method }) };
}

test('HEAD returns a file’s size without opening it', async () => {
  const { backend, photo, get } = await uploaded();
  const open = vi.spyOn(backend.deps.storage, 'open');
  const answer = await get({}, 'HEAD');
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(photo.length)]);
  expect(open).not.toHaveBeenCalled();
});

test('a range asked for by HEAD is ignored', async () => {
  const { photo, get } = await uploaded();
  const { status, headers } = await get({ range: 'bytes=0-9' }, 'HEAD');
  expect([status, headers.get('content-length')]).toEqual([200, String(photo.length)]);
  expect((await get({ range: `bytes=${photo.length}-` }, 'HEAD')).status).toBe(200);
});

test('an interrupted download resumes as long as the file is unchanged', async () => {
  const { photo, get } = await uploaded();
  const etag = (await get()).headers.get('etag')!;
  expect(etag).toMatch(/^"[\w-]+"$/);
  const rest = await get({ range: 'bytes=1000-', 'if-range': etag });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-${photo.length - 1}/${photo.length}`,
  ]);
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(photo.subarray(1000));
  expect((await get({ range: 'bytes=1000-', 'if-range': '"another"' })).status).toBe(200);
  expect((await get({ 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
  expect((await get({ range: 'bytes=-100' })).headers.get('content-length')).toBe('100');
  expect((await get({ range: `bytes=${photo.length}-` })).status).toBe(416);
  expect((await get({ range: 'bytes=0-99999999999999999999' })).status).toBe(200);
});

test('a CDN asks for media again after a minute, and finds deleted ones gone; pages of any site may show them', async () => {
  const { backend, link, get } = await uploaded();
  const { headers: own } = await get();
  expect(own.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
  expect(own.get('cross-origin-resource-policy')).toBe('same-site');
  const addresses = { publicUrl: testLinks.publicUrl, siteUrl: 'https://faceswap.test' };
  const api = makeApi(backend.deps, { mediaSecret: testLinks.secret, ...addresses, mediaUrl: 'https://cdn.example' });
  const { status, headers } = await api.request(link.replace(testLinks.publicUrl, ''));
  expect([status, headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin']);
  expect(headers.get('cache-control')).toMatch(/^public, max-age=3[56]\d\d, s-maxage=60, immutable$/);
  const revalidation = { headers: { 'if-none-match': headers.get('etag')! } };
  expect((await api.request(link.replace(testLinks.publicUrl, ''), revalidation)).status).toBe(304);
  const broken = await api.request(link.replace(testLinks.publicUrl, '').replace(/.$/, '~'));
  expect([broken.status, broken.headers.get('cache-control')]).toEqual([404, 'no-store']);
});
