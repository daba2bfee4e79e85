import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { readFileSync } from 'node:fs';
import { expect, inject, onTestFinished, test } from 'vitest';

import { cutConnection, openBreakableProxy } from '#tests/support/breakable-proxy';
import { withBrowser } from '#tests/support/browser';
import { heavyPhoto } from '#tests/support/heavy-photo';
import { scratchFolder } from '#tests/support/scratch';
import { heading, logInTo } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

/** Of pieces that arrive twice. */
const refusedPieces = /status of 4(09|23)/;
const bytesPerSecond = 200 * 1024;

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      latency: 0,
      downloadThroughput: -1,
      offline: false,
      uploadThroughput,
    });
  await set(bytesPerSecond);
  return () => set(-1);
}

const percentOf = async (page: Page) =>
  Number(await page.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow'));

async function sent(page: Page, percent: number): Promise<void> {
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(percent);
}

test('an upload is paused, cut off and left, and arrives byte for byte', async () => {
  const line = await openBreakableProxy(inject('siteUrl'));
  onTestFinished(line.cut);
  const page = await newPage({ baseURL: line.url, expectedFaults: [cutConnection, refusedPieces] });
  await logInTo(page, '/face-swap-photo');

  const file = heavyPhoto(scratchFolder());
  const buffer = readFileSync(file);
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
  const choose = () => page.getByLabel('Choose a photo').setInputFiles(file);
  const goFast = await slowDown(page);
  await choose();
  await sent(page, 5);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused').first().waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await sent(page, 15);

  line.cut();
  await page
    .getByText(/Connection lost/)
    .first()
    .waitFor();
  await line.mend();
  await sent(page, 25);

  // Choosing the same file resumes.
  await page.reload();
  await page.getByText(/^heavy-.* was not uploaded completely\./).waitFor();
  await goFast();
  await choose();
  await heading(page, 'Who becomes whom?');
  const stored = await page.request.get((await page.getByAltText(/^heavy-/).getAttribute('src'))!);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(digest(await stored.body())).toBe(digest(buffer));
});
