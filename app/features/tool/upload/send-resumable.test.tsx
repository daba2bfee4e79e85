import { Upload } from 'tus-js-client';
import { expect, onTestFinished, test, vi } from 'vitest';

import { listen } from '#tests/support/web-server';

import { sendResumable } from './send-resumable.client';
import type { UploadProgress } from './upload-types';

/** In this environment, tus reads buffers. */
function photo(isReadable: boolean): File {
  const bytes = Buffer.from('a photo');
  const arrayBuffer = () => (isReadable ? Promise.resolve() : Promise.reject(new DOMException('', 'NotReadableError')));
  const slice = (start: number, end: number) => Object.assign(bytes.subarray(start, end), { arrayBuffer });
  return Object.assign(bytes, { name: 'a.jpg', size: bytes.length, slice }) as unknown as File;
}

/** The server answers with the status, or not at all without one. */
async function sending(status?: number, isReadable = true, cancelling = new AbortController()) {
  const starts = vi.spyOn(Upload.prototype, 'start');
  const requests: string[] = [];
  const unanswered = new Set<object>();
  let isAnswering = status !== undefined;
  const server = await listen((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    unanswered.add(response);
    response.on('close', () => unanswered.delete(response));
    if (isAnswering) response.writeHead(status!).end();
  });
  let now: Partial<UploadProgress> = {};
  const upload = { url: `${server.url}/upload`, direct_piece_bytes: null };
  const sent = sendResumable(photo(isReadable), upload as Parameters<typeof sendResumable>[1], {
    isResumed: false,
    signal: cancelling.signal,
    onChange: (change) => (now = { ...now, ...change }),
    onSent: () => {},
  });
  sent.catch(() => {}); // checked in the end
  onTestFinished(async () => {
    cancelling.abort();
    await expect(sent).rejects.toMatchObject(isReadable ? { name: 'AbortError' } : {});
    server.stop();
  });
  const stopAnswering = () => void (isAnswering = false);
  return { sent, starts, cancelling, progress: () => now, requests, unanswered, stopAnswering, address: server.url };
}

/** Fakes the timers, and runs them until the upload waits for the connection. */
async function losingConnection(isReadable = true) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const upload = await sending(503, isReadable);
  while (upload.progress().phase !== 'reconnecting') {
    await new Promise(setImmediate);
    if (upload.progress().phase !== 'reconnecting' && vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
  }
  return upload;
}

const comeOnline = () => void dispatchEvent(new Event('online'));

test('a paused upload stays so when the browser comes online, until it is continued', async () => {
  const { starts, progress } = await sending();
  progress().control!.pause!();
  comeOnline();
  expect(starts).toHaveBeenCalledTimes(1);
  expect(progress().phase).toBe('paused');
  progress().control!.resume();
  expect(starts).toHaveBeenCalledTimes(2);
});

test('a running upload is not started a second time when the browser comes online', async () => {
  const { starts } = await sending();
  comeOnline();
  expect(starts).toHaveBeenCalledTimes(1);
});

test('an upload that waits for the connection goes on as soon as the browser comes online, once', async () => {
  const { starts } = await losingConnection();
  const before = starts.mock.calls.length;
  comeOnline();
  comeOnline();
  expect(starts).toHaveBeenCalledTimes(before + 1);
});

test('an upload whose file can no longer be read ends with the way out, and is not started again', async () => {
  const { sent, starts } = await losingConnection(false);
  await expect(sent).rejects.toThrow(/can no longer be read.*choose it again/);
  const before = starts.mock.calls.length;
  comeOnline();
  expect(starts).toHaveBeenCalledTimes(before);
});

test('“Try now” replaces the attempt that is under way', async () => {
  const { progress, requests, unanswered, stopAnswering } = await losingConnection();
  stopAnswering();
  const before = requests.length;
  const attempts = (number: number) => vi.waitUntil(() => requests.length >= before + number);
  comeOnline();
  await attempts(1);
  progress().control!.resume();
  await attempts(2);
  await vi.waitUntil(() => unanswered.size === 1);
});

test('an upload that is cancelled as it starts sends nothing of the file', async () => {
  const { cancelling, requests } = await sending(204);
  cancelling.abort();
  await vi.waitUntil(() => requests.length > 0);
  expect(requests).toEqual(['DELETE /upload']);
});

test('an upload that is cancelled before its code is loaded ends, and gives back its room', async () => {
  const cancelled = new AbortController();
  cancelled.abort();
  const { sent, starts, requests } = await sending(204, true, cancelled);
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  await vi.waitUntil(() => requests.length > 0);
  expect([requests, starts.mock.calls]).toEqual([['DELETE /upload'], []]);
});

test.each([
  { reason: undefined, isDeleted: true },
  { reason: 'left', isDeleted: false },
])('an abort with reason $reason deletes what has arrived: $isDeleted', async ({ reason, isDeleted }) => {
  const { cancelling, requests, address } = await sending();
  await vi.waitUntil(() => requests.length === 1);
  cancelling.abort(reason);
  void fetch(`${address}/later`).catch(() => {});
  await vi.waitUntil(() => requests.includes('GET /later') && requests.includes('DELETE /upload') === isDeleted);
  expect(requests[0]).toBe('POST /upload');
});
