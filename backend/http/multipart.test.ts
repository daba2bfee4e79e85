import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';

test.each(['ENOSPC', 'EDQUOT'])(
  'a form that ends with %s, while it is written, finds the storage full',
  async (code) => {
    // Other files of this process have loaded the real module.
    vi.resetModules();
    vi.doMock('#http/temp-file', () => ({
      saveTempFile: () => Promise.reject(Object.assign(new Error('no space left on device, write'), { code })),
    }));
    onTestFinished(() => {
      vi.doUnmock('#http/temp-file');
      vi.resetModules();
    });
    const { readMultipart } = await import('./multipart');
    const { StorageFull } = await import('#backend/providers/storage/port');
    const body = new FormData();
    body.set('photo', new Blob(['bytes'], { type: 'image/jpeg' }), 'face.jpg');
    // As bytes: from Node 24, the stream of a form rejects without a handler when its reader stops early.
    const form = new Response(body);
    const sent = { method: 'POST', headers: form.headers, body: await form.arrayBuffer() };
    const request = new Request('http://site.example/upload/face', sent);
    await expect(readMultipart(request, 1000)).rejects.toBeInstanceOf(StorageFull);
  },
);

test.each([
  ['several files', 2, 0],
  ['too many fields', 0, 21],
])('a form with %s is refused at once', async (_name, files, fields) => {
  const form = new FormData();
  for (let n = 0; n < fields; n++) form.append('field', 'value');
  for (let n = 0; n < files; n++) form.append('photo', new Blob([new Uint8Array(95_000)]), 'a.jpg');
  const { headers, body: sent } = new Response(form);
  const bytes = new Uint8Array(await new Response(sent).arrayBuffer());
  let at = 0;
  // In pieces, as from a network: the parser stalled.
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise(setImmediate);
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, (at += 65_536)));
    },
  });
  const { readMultipart } = await import('./multipart');
  const request = new Request('http://site.example/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  await expect(readMultipart(request, 1e6)).rejects.toMatchObject({
    error: 'invalid_input',
    userMessage: expect.stringMatching(/Send one file in each form/),
  });
});

test('a file larger than its limit is refused, and nothing of it stays on the disk', async () => {
  const before = await tempFolders();
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(1001)]), 'a.jpg');
  const sent = new Response(form);
  const init = { method: 'POST', headers: sent.headers, body: await sent.arrayBuffer() };
  const { readMultipart } = await import('./multipart');
  const reading = readMultipart(new Request('http://site.example/upload/face', init), 1000);
  await expect(reading).rejects.toMatchObject({ name: 'FileTooLarge', maxBytes: 1000 });
  expect(await tempFolders()).toEqual(before);
});

test('a client that leaves within a file leaves nothing on the disk', async () => {
  const client = new AbortController();
  const head = '--edge\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nhalf';
  const before = await tempFolders();
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) controller.enqueue(new TextEncoder().encode(head));
      else {
        await vi.waitFor(async () => expect(await tempFolders()).not.toEqual(before));
        client.abort();
        controller.error(new Error('aborted'));
      }
      isSent = true;
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const init = { method: 'POST', headers, body, signal: client.signal, duplex: 'half' } as RequestInit;
  const { readMultipart } = await import('./multipart');
  const reading = readMultipart(new Request('http://site.example/upload/face', init), 1000);
  await expect(reading).rejects.toMatchObject({ error: 'invalid_input' });
  expect(await tempFolders()).toEqual(before);
});

const tempFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('faceswap-form-'));
