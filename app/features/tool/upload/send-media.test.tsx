import { beforeEach, expect, test, vi } from 'vitest';

import { sendMedia } from './send-media.client';
import { unfinishedUploads } from './unfinished-uploads.client';

vi.mock('./send-resumable.client', () => ({
  sendResumable: (_file: File, _upload: object, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    }),
}));

class UrlWithObjects extends URL {
  static override createObjectURL = () => 'blob:video';
  static override revokeObjectURL = () => {};
}

const upload = {
  protocol: 'tus',
  url: '/upload/1',
  method: 'POST',
  headers: {},
  expires_at: new Date(Date.now() + 60_000).toISOString(),
  direct_piece_bytes: null,
};

beforeEach(() => {
  vi.stubGlobal('URL', UrlWithObjects);
  vi.stubGlobal('fetch', async () => Response.json({ material_id: 'm1', upload }));
});

test.each([
  { reason: undefined, names: [] },
  { reason: 'left', names: ['long.mp4'] },
])('after an abort with reason $reason, unfinished are: $names', async ({ reason, names }) => {
  const file = new File([new Uint8Array(5 * 1024 * 1024)], 'long.mp4');
  const running = new AbortController();
  const sent = sendMedia(file, { signal: running.signal, onProgress: () => {} });
  await vi.waitFor(() => expect(unfinishedUploads().map(({ name }) => name)).toEqual(['long.mp4']));
  running.abort(reason);
  await expect(sent).rejects.toBeDefined();
  expect(unfinishedUploads().map(({ name }) => name)).toEqual(names);
});

test('an upload whose file can no longer be read can be continued by choosing it again', async () => {
  const file = new File([new Uint8Array(5 * 1024 * 1024)], 'long.mp4');
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as never;
  const running = new AbortController();
  const sent = sendMedia(file, { signal: running.signal, onProgress: () => {} });
  await vi.waitFor(() => expect(unfinishedUploads().map(({ name }) => name)).toEqual(['long.mp4']));
  running.abort();
  await expect(sent).rejects.toBeDefined();
  expect(unfinishedUploads().map(({ name }) => name)).toEqual(['long.mp4']);
});

test('an answer that is no JSON, as of a proxy, is told as a fault of the server', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Too Many Requests</h1>', { status: 429 }));
  const sent = sendMedia(new File(['a photo'], 'a.jpg'), {
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  await expect(sent).rejects.toThrow('The server could not take the file. Please choose it again in a moment.');
});
