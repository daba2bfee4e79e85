import { once } from 'node:events';
import nodeHttp, { type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { http, HttpResponse } from 'msw';
import { expect, onTestFinished, test } from 'vitest';

import { network } from './network';
import { listen } from './web-server';

const file = Buffer.alloc(200_000, 'a');

test('all that a local server sent is read, however late', async () => {
  const server = await listen((_request, response) => void response.end(file));
  onTestFinished(server.stop);
  const [response] = (await once(nodeHttp.get(server.url, { agent: false }), 'response')) as [IncomingMessage];
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  expect(bytes).toBe(file.length);
});

test('a fake answers in place of a local server', async () => {
  const url = 'http://localhost:1/answer';
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  network.use(http.get(url, () => HttpResponse.text('faked')));
  expect(await (await fetch(url)).text()).toBe('faked');
});
