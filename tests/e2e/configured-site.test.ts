import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';

import { demoUser } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { makeClip } from '#tests/support/clips';
import { addFace, detect, upload, waitUntilProbed } from '#tests/support/journey';
import { startMailServer } from '#tests/support/mail-server';
import { patience } from '#tests/support/patience';
import { portraitBytes, portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { signInAtSite } from '#tests/support/site';
import { dataDirectoryWithDatabase, removeDataDirectory, startStack } from '#tests/support/stack';
import { tinyArcface, tinyInswapper, writePack, writeRecipes } from '#tests/support/tiny-packs';
import { chooseFace, heading, howPagesRun, logInTo, scriptsKeptBack, sendFile } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

/** Its mails leave, and it offers "High", at twice the price. */
async function configuredSite() {
  const mails = await startMailServer();
  const dataDirectory = dataDirectoryWithDatabase();
  const packs = join(dataDirectory, 'models');
  for (const pack of [tinyInswapper(), tinyArcface()]) writePack(packs, pack);
  writeRecipes(packs, [{ id: 'high', name: 'High', swapper: 'inswapper_128', priceFactor: 2 }]);
  const environment = { SMTP_URL: mails.url, NEURAL_MODELS_DIR: packs, NEURAL_DEVICE: 'cpu' };
  const site = await startStack({ dataDirectory, environment });
  onTestFinished(async () => {
    await site.stop();
    removeDataDirectory(dataDirectory);
  });
  return { site, received: mails.received };
}

type Site = Awaited<ReturnType<typeof configuredSite>>;

async function swapsInQuality(page: Page, isScripted: boolean): Promise<void> {
  await sendFile(page, portraitPath('sofia'), isScripted);
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Kenji');
  await page.getByRole('radio', { name: /^High\s*2 credits$/ }).check();
  await page.getByLabel(/I may use this/).check();
  const swap = page.getByRole('button', { name: isScripted ? 'Swap for 2 credits' : 'Swap', exact: true });
  if (!isScripted) return swap.waitFor(); // several photos are swapped instead
  await swap.click();
  await heading(page, 'Your swap is ready');
  const facts = page.locator('.facts');
  expect(await facts.innerText()).toMatch(/Quality\s+High/);
  expect(await facts.innerText()).toMatch(/2 credits/);
}

/** Without JavaScript: `tests/web/batch-steps.test.tsx` shows what the script does. */
async function swapsSeveralInQuality(page: Page): Promise<void> {
  await page.goto('/face-swap-photo');
  await page.getByLabel('File', { exact: true }).setInputFiles((['malik', 'lin'] as const).map(portraitPath));
  await page.getByRole('button', { name: 'Upload the file' }).click();
  await heading(page, '2 photos');
  await expect.poll(() => page.getByRole('radio', { name: 'Leave out' }).count(), patience).toBe(2);
  await page.locator('label').filter({ hasText: 'Kenji' }).first().click();
  await page.getByRole('radio', { name: /^High\s*2 credits a photo$/ }).check();
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: 'Swap 2 photos', exact: true }).click();
  await heading(page, 'All done');
  await page.goto('/my/creations');
  expect(await page.getByText(/, High, /).count()).toBe(3);
}

async function videoOnSite({ site }: Site) {
  const demo = await signInAtSite(site.url);
  const video = await makeClip(join(scratchFolder(), 'us.mp4'), 'mp4', { from: 'crossing', seconds: 0.5, fps: 12 });
  const material_id = await upload(demo, demo, readFileSync(video), 'us.mp4');
  await waitUntilProbed(demo, material_id);
  const { persons } = await detect(demo, material_id);
  const { face_id } = await addFace(demo, portraitBytes('otto'));
  const bind_face = JSON.stringify({ [persons[0]!.key]: face_id });
  return async () => (await demo.call('faceswap_create', { material_id, bind_face, consent: 'true' })).order_id;
}

async function isToldByMail(page: Page, { site, received }: Site, order: () => Promise<string>): Promise<void> {
  // The swap waits, however fast this machine is.
  const stopped = (['worker interactive', 'worker batch'] as const).map((role) => site.process(role).pid);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  const order_id = await order();
  await page.goto(`/face-swap-video?order=${order_id}`);
  await page.getByRole('button', { name: 'Tell me by e-mail when it is ready' }).click();
  await page.getByText(`We write to ${demoUser.email} when it is ready.`).waitFor();
  await page.getByRole('button', { name: 'No mail, please' }).click();
  await page.getByRole('button', { name: 'Tell me by e-mail when it is ready' }).click();
  await page.getByRole('button', { name: 'No mail, please' }).waitFor();
  for (const pid of stopped) process.kill(pid, 'SIGCONT');

  const link = new RegExp(`http://\\S+/creation_detail\\?order_id=${order_id}`);
  const ofSwap = () => received.filter(({ text }) => link.test(text));
  await expect.poll(() => ofSwap().length, { ...patience, timeout: 200_000 }).toBe(1);
  const [{ to, subject, text }] = ofSwap() as [(typeof received)[0]];
  expect([to, subject]).toEqual([demoUser.email, 'Your video is ready']);
  // The page reloads itself until then.
  await heading(page, 'Your swap is ready');
  await page.goto(link.exec(text)![0]);
  await heading(page, 'us.mp4');
}

test('on a site with qualities and mails, photos are swapped in a chosen quality, and a mail reports a video', async () => {
  const configured = await configuredSite();
  const orderVideo = await videoOnSite(configured);
  for (const { javaScriptEnabled, viewport } of howPagesRun) {
    const expectedFaults = [scriptsKeptBack];
    const page = await newPage({ baseURL: configured.site.url, javaScriptEnabled, viewport, expectedFaults });
    await logInTo(page, '/face-swap-photo');
    await swapsInQuality(page, javaScriptEnabled);
    if (!javaScriptEnabled) await swapsSeveralInQuality(page);
    await isToldByMail(page, configured, orderVideo);
  }
  expect(configured.received).toHaveLength(howPagesRun.length);
}, 600_000);
