import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import { withBrowser } from '#tests/support/browser';
import { heavyPhoto } from '#tests/support/heavy-photo';
import { emulatedStore, storeEnvironment } from '#tests/support/object-store';
import { scratchFolder } from '#tests/support/scratch';
import { dataDirectoryWithDatabase, removeDataDirectory, startStack } from '#tests/support/stack';
import { heading, logInTo } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

test('a large file goes to the store itself, and to the API where the store cannot be reached', async () => {
  const store = await emulatedStore();
  const dataDirectory = dataDirectoryWithDatabase();
  const environment = storeEnvironment({ ...store, publicUrl: store.endpoint, takesPieces: true });
  const site = await startStack({ dataDirectory, environment });
  onTestFinished(async () => {
    await site.stop();
    removeDataDirectory(dataDirectory);
  });
  const page = await newPage({ baseURL: site.url, expectedFaults: [/net::ERR_FAILED/] });
  await logInTo(page, '/face-swap-photo');
  const file = heavyPhoto(scratchFolder());
  const sent: string[] = [];
  page.on('requestfinished', (request) => {
    const { origin } = new URL(request.url());
    if (['PUT', 'PATCH'].includes(request.method())) sent.push(`${request.method()} ${origin}`);
  });
  const upload = async () => {
    await page.getByLabel('Choose a photo').setInputFiles(file);
    await heading(page, 'Who becomes whom?');
    const stored = await page.request.get((await page.getByAltText(/^heavy-/).getAttribute('src'))!);
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(await stored.body())).toBe(digest(readFileSync(file)));
    return sent.splice(0);
  };
  expect([...new Set(await upload())]).toEqual([`PUT ${store.endpoint}`]);

  await page.route(`${store.endpoint}/**`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.goto('/face-swap-photo');
  expect([...new Set(await upload())]).toEqual([`PATCH ${site.url}`]);
});
