import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';

import { staticFiles } from './static-files.server';

const changed = 'Fri, 20 Nov 2026 10:00:00 GMT';

function site(name = 'picture.jpg') {
  const folder = mkdtempSync(join(tmpdir(), 'faceswap-static-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, 'a picture');
  utimesSync(file, new Date(changed), new Date(changed));
  const app = new Hono().use(staticFiles(folder));
  return (headers: Record<string, string> = {}, method = 'GET') => app.request(`/${name}`, { headers, method });
}

test('a file that has not changed since the browser’s copy is not sent again', async () => {
  const get = site();
  const first = await get();
  expect([first.status, first.headers.get('last-modified'), await first.text()]).toEqual([200, changed, 'a picture']);
  const again = await get({ 'if-modified-since': changed });
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    'public, max-age=3600',
  ]);
  expect(again.headers.get('content-length')).toBeNull();
  expect((await get({ 'if-modified-since': changed }, 'HEAD')).status).toBe(304);
});

test('another copy, another validator and no date get the file', async () => {
  const get = site();
  const others: Record<string, string>[] = [
    { 'if-modified-since': 'Fri, 20 Nov 2026 09:59:59 GMT' },
    { 'if-modified-since': 'Fri, 20 Nov 2026 10:00:01 GMT' },
    { 'if-modified-since': changed, 'if-none-match': '"other"' },
    { 'if-modified-since': 'never' },
  ];
  for (const headers of others) {
    const answer = await get(headers);
    expect([answer.status, await answer.text()]).toEqual([200, 'a picture']);
  }
});

test('a part is sent unless its rest may be of an earlier build, which gets the whole file', async () => {
  const get = site();
  const part = await get({ range: 'bytes=2-' });
  expect([part.status, await part.text()]).toEqual([206, 'picture']);
  for (const copy of ['Fri, 20 Nov 2026 09:59:59 GMT', '"other"']) {
    const whole = await get({ range: 'bytes=2-', 'if-range': copy });
    expect([whole.status, await whole.text(), whole.headers.get('content-range')]).toEqual([200, 'a picture', null]);
  }
});

test('what announces a new build is always sent', async () => {
  const get = site('service-worker.js');
  const answer = await get({ 'if-modified-since': changed });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
});

test('a hidden file is not sent', async () => {
  expect((await site('.env')()).status).toBe(404);
});
