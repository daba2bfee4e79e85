import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Upload } from 'tus-js-client';
import { expect, onTestFinished, test } from 'vitest';
import { failureEnvelope } from '#contract';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { fileKeyOf } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

const tus = { 'tus-resumable': '1.0.0' };

const signed = (who: Member, size: number) =>
  who.call('upload_sign_url', { format: 'jpg', resumable: true, name: 'big.jpg', size });

const begin = (backend: TestBackend, url: string, size: number) =>
  backend.fetch(url, { method: 'POST', headers: { ...tus, 'upload-length': String(size) } });

const send = (backend: TestBackend, url: string, offset: number, body: Uint8Array) =>
  backend.fetch(url, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: body as BodyInit,
  });

const comeSoFar = async (backend: TestBackend, url: string) =>
  (await backend.fetch(url, { method: 'HEAD', headers: tus })).headers.get('upload-offset');

const statusOf = async (who: Member, material_id: string) =>
  (await who.call('upload_material_detail', { material_id })).material.status;

test('a file uploaded in pieces is byte-identical, and becomes a material when complete', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const { material_id, upload } = await signed(ada, photo.length);
  expect(upload).toMatchObject({ protocol: 'tus', method: 'POST' });
  const begun = await begin(backend, upload.url, photo.length);
  expect(begun.status).toBe(201);
  expect(new URL(begun.headers.get('location')!, upload.url).pathname).toBe(new URL(upload.url).pathname);

  expect((await send(backend, upload.url, 0, photo.subarray(0, 1000))).status).toBe(204);
  expect(await comeSoFar(backend, upload.url)).toBe('1000');
  expect((await send(backend, upload.url, 500, photo.subarray(500))).status).toBe(409);
  await expect(ada.call('upload_detect_create', { material_id })).rejects.toMatchObject({ error: 'not_ready' });

  expect((await send(backend, upload.url, 1000, photo.subarray(1000))).status).toBe(204);
  expect(await statusOf(ada, material_id)).toBe('probing');
  const { material } = await ada.call('upload_material_detail', { material_id });
  expect(material.size).toBe(photo.length);
  const stored = await backend.deps.storage.withLocalFile(await fileKeyOf(backend, material_id), (path) =>
    readFile(path),
  );
  expect(stored).toEqual(photo);

  // After a lost answer, the client learns that the upload is complete.
  expect(await comeSoFar(backend, upload.url)).toBe(String(photo.length));
  expect((await begin(backend, upload.url, 5)).status).toBe(409);
});

test('an upload link is bound to its size, file and lifetime', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { upload, material_id } = await signed(ada, 100);
  expect((await begin(backend, upload.url, 90 * 1024 * 1024)).status).toBe(413);
  expect((await begin(backend, upload.url.replace(/max=\d+/, 'max=999999999'), 100)).status).toBe(404);
  expect((await begin(backend, upload.url.replace(material_id, material_id.replace(/.$/, 'x')), 100)).status).toBe(404);
  expect((await backend.fetch(upload.url, { method: 'GET' })).status).toBe(404);

  await begin(backend, upload.url, 100);
  await send(backend, upload.url, 0, randomBytes(40));
  backend.deps.now = () => new Date(Date.now() + 25 * 3_600_000);
  const late = await send(backend, upload.url, 40, randomBytes(60));
  expect([late.status, (await late.json()).message]).toEqual([410, expect.stringContaining('Choose the file again')]);
});

test('pages of any origin may read every answer', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const { url } = (await signed(ada, photo.length)).upload;
  await begin(backend, url, photo.length);
  const answers = [
    await backend.fetch(url, { method: 'GET', headers: tus }),
    await backend.fetch(url, { method: 'PUT' }),
    await begin(backend, url.replace(/max=\d+/, 'max=1'), 1),
    await send(backend, url, 5, photo),
    await send(backend, url, 0, photo),
    await send(backend, url, 0, photo),
    await backend.fetch(url, { method: 'HEAD', headers: tus }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 404, 409, 204, 409, 200]);
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')?.toLowerCase()).toMatch(/upload-offset.*retry-after/);
  }
});

test('every refusal of an upload is a failure of the contract', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { url } = (await signed(ada, 100)).upload;
  const piece = { ...tus, 'content-type': 'application/offset+octet-stream' };
  const append = (headers: Record<string, string>, bytes = 10) =>
    backend.fetch(url, { method: 'PATCH', headers, body: randomBytes(bytes) });
  const notBegun = await send(backend, url, 0, randomBytes(10));
  const tooLong = await begin(backend, url, 90 * 1024 * 1024);
  const noLength = await backend.fetch(url, { method: 'POST', headers: tus });
  const wrongLength = await backend.fetch(url, { method: 'POST', headers: { ...tus, 'upload-length': '-1' } });
  await begin(backend, url, 100);
  const answers = [
    ...[notBegun, tooLong, noLength, wrongLength],
    await send(backend, url, 5, randomBytes(10)),
    await append({ ...piece, 'upload-offset': '0' }, 101),
    await append(piece),
    await append({ ...tus, 'upload-offset': '0', 'content-type': 'image/jpeg' }),
    await append({ ...tus, 'upload-offset': '0' }),
  ];
  const failures = await Promise.all(answers.map(async (answer) => failureEnvelope.parse(await answer.json())));
  expect(failures.map(({ code, error }) => `${code} ${error}`)).toEqual([
    ...['404 not_found', '413 too_large', '422 invalid_input', '422 invalid_input', '409 conflict', '413 too_large'],
    ...['422 invalid_input', '415 unsupported_type', '415 unsupported_type'],
  ]);
  for (const [index, { status, headers }] of answers.entries()) {
    expect([status, headers.get('tus-resumable')]).toEqual([failures[index]!.code, '1.0.0']);
    expect(headers.get('content-type')).toContain('application/json');
  }
});

test('an empty file is refused at its upload, and the link stays usable', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const { material_id, upload } = await signed(ada, photo.length);
  const empty = await begin(backend, upload.url, 0);
  expect(failureEnvelope.parse(await empty.json())).toMatchObject({
    code: 422,
    error: 'damaged_media',
    message: expect.stringContaining('empty'),
  });
  expect((await begin(backend, upload.url, photo.length)).status).toBe(201);
  expect((await send(backend, upload.url, 0, photo)).status).toBe(204);
  expect(await statusOf(ada, material_id)).toBe('probing');
});

test('abandoned uploads and uploads deleted under way leave no files', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const one = await signed(ada, 100);
  await begin(backend, one.upload.url, 100);
  await send(backend, one.upload.url, 0, randomBytes(40));
  expect((await backend.fetch(one.upload.url, { method: 'DELETE', headers: tus })).status).toBe(204);

  const two = await signed(ada, 100);
  await begin(backend, two.upload.url, 100);
  await ada.call('del_material', { material_id: two.material_id });
  expect((await send(backend, two.upload.url, 0, randomBytes(40))).status).toBe(404);
  const { dataStore } = backend.deps.storage.resumable as unknown as { dataStore: { directory: string } };
  expect(await readdir(dataStore.directory)).toEqual([]);
});

test('after a crash, concurrent clients learn that the upload is complete, and the file stays', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const photo = portraitBytes('amara');
  const falls = ['before its file was stored', 'after'] as const;
  for (const fall of falls) {
    const { material_id, upload } = await signed(ada, photo.length);
    await begin(backend, upload.url, photo.length);
    const { storage } = backend.deps;
    const key = `materials/${material_id}/original.jpg`;
    // Stored, but not acknowledged.
    await storage.resumable.dataStore.write(Readable.from([photo]), storage.resumable.idOf(key), 0);
    if (fall === 'after') await storage.resumable.finish(key, key.replace('original', 'lost'));
    const answers = await Promise.all([1, 2, 3].map(() => comeSoFar(backend, upload.url)));
    expect(answers, fall).toEqual([1, 2, 3].map(() => String(photo.length)));
    expect(await statusOf(ada, material_id), fall).toBe('probing');
    expect(await storage.size(await fileKeyOf(backend, material_id)), fall).toBe(photo.length);
  }
});

test('an upload survives repeated disconnections', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const address = ({ url }: Request) => new URL(url).pathname + new URL(url).search;
  const answer = (request: Request) =>
    backend.fetch(address(request), { method: request.method, headers: request.headers, body: request.body });
  const server = serve({ fetch: answer, port: 0 });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const content = randomBytes(30 * 1024 * 1024);
  const { material_id, upload: to } = await signed(ada, content.length);

  let cuts = 0;
  let uploadUrl: string | null = null;
  await new Promise<void>((resolve, reject) => {
    const run = () => {
      let isCut = false;
      const upload = new Upload(content, {
        endpoint: to.url.replace(/^https:\/\/[^/]+/, `http://localhost:${port}`),
        uploadUrl,
        uploadSize: content.length,
        chunkSize: 4 * 1024 * 1024,
        retryDelays: null,
        onProgress: (sent) => {
          if (cuts >= 5 || isCut || sent < ((cuts + 1) * content.length) / 6.5) return;
          isCut = true;
          cuts++;
          uploadUrl = upload.url;
          void upload
            .abort()
            .then(() => pause(20))
            .then(run);
        },
        onError: (error) => (isCut ? undefined : reject(error)),
        onSuccess: () => resolve(),
      });
      upload.start();
    };
    run();
  });
  expect(cuts).toBe(5);
  const row = await backend.db
    .selectFrom('material')
    .selectAll()
    .where('id', '=', material_id)
    .executeTakeFirstOrThrow();
  expect(row.sha256).toBe(createHash('sha256').update(content).digest('hex'));
});

test.each([
  ['the parts of a file put together', { 'upload-concat': 'final;/a /b' }],
  ['a length that is told later', { 'upload-defer-length': '1' }],
])('%s is refused as a client error', async (_what, headers) => {
  const backend = await openBackend();
  const { upload } = await signed(await member(backend), 1000);
  const reply = await backend.fetch(upload.url, { method: 'POST', headers: { ...tus, ...headers } as HeadersInit });
  expect([reply.status, (await reply.json()).error]).toEqual([422, 'invalid_input']);
});

test.each<[string, Record<string, string>, string, string, RegExp]>([
  ['no version', {}, 'POST', '412 unsupported_version', /Tus-Resumable: 1.0.0/],
  ['another version', { 'tus-resumable': '0.2.2' }, 'HEAD', '412 ', /./],
  ['another version', { 'tus-resumable': '0.2.2' }, 'PATCH', '412 unsupported_version', /Tus-Resumable: 1.0.0/],
  ['no length', tus, 'POST', '422 invalid_input', /length of the file, in bytes, in the header Upload-Length/],
  ['a length in words', { ...tus, 'upload-length': 'many' }, 'POST', '422 invalid_input', /header Upload-Length/],
  [
    'a deferred length',
    { ...tus, 'upload-defer-length': '1' },
    'POST',
    '422 invalid_input',
    /one upload of known length/,
  ],
  [
    'no offset',
    { ...tus, 'content-type': 'application/offset+octet-stream' },
    'PATCH',
    '422 invalid_input',
    /as HEAD answers it, in the header Upload-Offset/,
  ],
])('a request with %s is answered what to send', async (_name, headers, method, answered, said) => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { upload: to } = await ada.call('upload_sign_url', { format: 'mp4', resumable: true });
  const body = method === 'PATCH' ? 'x' : undefined;
  const answer = await backend.fetch(to.url, { method, headers, ...(body ? { body } : {}) });
  const text = await answer.text();
  const { error = '', message = 'None.' } = (text ? JSON.parse(text) : {}) as { error?: string; message?: string };
  expect(`${answer.status} ${error}`).toBe(answered);
  expect(message).toMatch(said);
  expect(answer.headers.get('tus-version')).toBe('1.0.0');
});
