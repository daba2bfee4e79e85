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
