import { text } from 'node:stream/consumers';

import { expect, test, vi } from 'vitest';

import { BodyTooLarge } from '#http/limit-body';

import { IncompleteFormError } from './errors';
import { isMultipart, readFormWithFile, readFormWithFiles, type IncomingFile } from './multipart.server';

const boundary = 'b0undary';
const field = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;

function requestOf(body: BodyInit, signal?: AbortSignal): Request {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return new Request('https://faceswap.test/', {
    method: 'POST',
    body,
    headers,
    signal,
    duplex: 'half',
  } as RequestInit);
}

test('the file is handed over with the fields before it, while the rest is still on its way', async () => {
  const encoder = new TextEncoder();
  let send!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
  send.enqueue(encoder.encode(field('intent', 'upload') + fileHead('a.jpg') + 'first half'));

  const { fields, received } = await readFormWithFile(requestOf(body), async (file, before) => {
    // A reader that waits for the whole form would hang.
    send.enqueue(encoder.encode(`, second half\r\n${field('late', 'yes')}${end.slice(2)}`));
    send.close();
    return { name: file.name, type: file.type, before, content: await text(file.bytes) };
  });

  expect(received).toEqual({
    name: 'a.jpg',
    type: 'image/jpeg',
    before: { intent: 'upload' },
    content: 'first half, second half',
  });
  expect(fields).toEqual({ intent: 'upload', late: 'yes' });
});

test('a file field left empty is no file', async () => {
  const request = requestOf(field('intent', 'upload') + fileHead('') + end);
  const { fields, received } = await readFormWithFile(request, () => Promise.reject(new Error('not asked for')));
  expect(fields).toEqual({ intent: 'upload' });
  expect(received).toBeUndefined();
});

test('a form that breaks off says so', async () => {
  const broken = requestOf(field('intent', 'upload') + fileHead('a.jpg') + 'half');
  const reading = readFormWithFile(broken, (file) => text(file.bytes).catch(() => 'cut'));
  await expect(reading).rejects.toBeInstanceOf(IncompleteFormError);
});

/** A request body that the test ends with an error, as the server does when its client leaves. */
function leaving(first: string): { body: ReadableStream<Uint8Array>; leave: (error: Error) => void } {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  controller.enqueue(new TextEncoder().encode(first));
  return { body, leave: (error) => controller.error(error) };
}

test('a client that leaves within a file ends its reader, and the form with it', async () => {
  const client = new AbortController();
  const { body, leave } = leaving(fileHead('a.jpg') + 'half');
  let outcome = '';
  const read = async ({ bytes }: IncomingFile) => {
    client.abort();
    leave(new Error('aborted'));
    outcome = await text(bytes).catch((error: Error) => error.message);
    throw new Error('a reader that fails, too');
  };
  await expect(readFormWithFile(requestOf(body, client.signal), read)).rejects.toThrow(/aborted/);
  expect(outcome).toBe('The form ended within this file.');
});

test('a client that leaves before a file is read ends it all the same', async () => {
  const { body, leave } = leaving(fileHead('a.jpg') + 'half');
  const read = async ({ bytes }: IncomingFile) => {
    leave(new Error('gone'));
    await vi.waitFor(() => expect(bytes.destroyed).toBe(true));
    return text(bytes);
  };
  await expect(readFormWithFile(requestOf(body), read)).rejects.toBeInstanceOf(IncompleteFormError);
});

test('a form that is too large in the middle of a file says so, whatever the reader of the file says', async () => {
  const { body, leave } = leaving(fileHead('a.jpg') + 'half');
  const reading = readFormWithFile(requestOf(body), ({ bytes }) => {
    leave(new BodyTooLarge(1_048_576));
    return text(bytes);
  });
  await expect(reading).rejects.toThrow('This is too large: at most 1 MB can be sent here at once.');
});

test('a form that ends within a file that is not wanted is incomplete', async () => {
  const broken = requestOf(`${fileHead('a.jpg')}whole\r\n${fileHead('b.jpg')}half`);
  const reading = readFormWithFile(broken, ({ bytes }) => text(bytes));
  await expect(reading).rejects.toBeInstanceOf(IncompleteFormError);
});

test('a form of more files than anybody chooses is refused', async () => {
  const parts = Array.from({ length: 201 }, (_, n) => `${fileHead(`${n}.jpg`)}a\r\n`).join('');
  const reading = readFormWithFiles(requestOf(parts + end.slice(2)), ({ bytes }) => text(bytes), 1);
  await expect(reading).rejects.toThrow('At most 200 files can be sent at once.');
});

test('a receiver that refuses ends the form with its own reason', async () => {
  const request = requestOf(fileHead('a.txt') + 'x'.repeat(200_000) + end);
  const reading = readFormWithFile(request, () => Promise.reject(new Error('wrong type')));
  await expect(reading).rejects.toThrow('wrong type');
});

test('the rest of a refused form is read before the answer: cut off, a browser would never see it', async () => {
  const chunks = [fileHead('a.txt'), ...Array.from({ length: 40 }, () => 'x'.repeat(50_000)), end];
  let isCutOff = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
    cancel: () => void (isCutOff = true),
  });
  const reading = readFormWithFile(requestOf(body), async ({ bytes }) => {
    bytes.destroy();
    throw new Error('wrong type');
  });
  await expect(reading).rejects.toThrow('wrong type');
  expect([chunks.length, isCutOff]).toEqual([0, false]);
});

test('only forms with files are read this way', () => {
  expect(isMultipart(requestOf(''))).toBe(true);
  expect(isMultipart(new Request('https://x.test', { method: 'POST', body: new URLSearchParams({ a: '1' }) }))).toBe(
    false,
  );
});

test('the letters of the type may be upper or lower case: read as another form, its files would be kept in memory', () => {
  const headers = { 'content-type': 'Multipart/Form-Data; boundary=x' };
  expect(isMultipart(new Request('https://x.test', { method: 'POST', headers }))).toBe(true);
});
