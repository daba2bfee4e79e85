import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { listen } from '#tests/support/web-server';

import { sendFile } from './send-file.server';

test('a file is passed on piece by piece: however large it is, it never lies in memory as a whole', async () => {
  let arrived = 0;
  const api = await listen((request, response) => {
    request.on('data', (piece: Buffer) => (arrived += piece.length));
    request.on('end', () => response.end());
  });
  let left = 300;
  const file = new Readable({ read: () => void file.push(left-- > 0 ? Buffer.alloc(1e6) : null) });
  const before = process.memoryUsage().arrayBuffers;
  const target = { url: `${api.url}/media/a.mp4`, method: 'PUT' as const, headers: {} };
  await sendFile(target, file, { baseUrl: api.url, signal: new AbortController().signal });
  api.stop();
  expect(arrived).toBe(300e6);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150e6);
});
