import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { withBrowser } from '#tests/support/browser';
import { makeClip } from '#tests/support/clips';
import { addFace, detect, upload, waitUntilProbed } from '#tests/support/journey';
import { startMailServer } from '#tests/support/mail-server';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { signInAtSite } from '#tests/support/site';
import { dataDirectoryWithDatabase, removeDataDirectory, startStack } from '#tests/support/stack';
import { heading, howPagesRun, logInTo, scriptsKeptBack } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

async function siteWithMail() {
  const mails = await startMailServer();
  const dataDirectory = dataDirectoryWithDatabase();
  const site = await startStack({ dataDirectory, environment: { SMTP_URL: mails.url } });
  onTestFinished(async () => {
    await site.stop();
    removeDataDirectory(dataDirectory);
  });
  return { site, ...mails };
}

test('a user who waits for a video asks for a mail, with JavaScript and without, and gets one with its result', async () => {
  const { site, received } = await siteWithMail();
  const demo = await signInAtSite(site.url);
  const video = await makeClip(join(scratchFolder(), 'us.mp4'), 'mp4', { from: 'crossing' });
  const material_id = await upload(demo, demo, readFileSync(video), 'us.mp4');
  await waitUntilProbed(demo, material_id);
  const { persons } = await detect(demo, material_id);
  const { face_id } = await addFace(demo, portraitBytes('otto'));
  const bind_face = JSON.stringify({ [persons[0]!.key]: face_id });
  const workers = () => (['worker interactive', 'worker batch'] as const).map((role) => site.process(role).pid);

  for (const { javaScriptEnabled, viewport } of howPagesRun) {
    const expectedFaults = [scriptsKeptBack];
    const page = await newPage({ baseURL: site.url, javaScriptEnabled, viewport, expectedFaults });
    await logInTo(page, '/my/faces', undefined, 'My Faces');
    // The swap waits, however fast this machine is.
    const stopped = workers();
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    const { order_id } = await demo.call('faceswap_create', { material_id, bind_face, consent: 'true' });
    await page.goto(`/face-swap-video?order=${order_id}`);
    await page.getByRole('button', { name: 'Tell me by e-mail when it is ready' }).click();
    await page.getByText('We write to demo@faceswap.local when it is ready.').waitFor();
    await page.getByRole('button', { name: 'No mail, please' }).click();
    await page.getByRole('button', { name: 'Tell me by e-mail when it is ready' }).click();
    await page.getByRole('button', { name: 'No mail, please' }).waitFor();
    for (const pid of stopped) process.kill(pid, 'SIGCONT');

    const link = new RegExp(`http://\\S+/creation_detail\\?order_id=${order_id}`);
    const ofSwap = () => received.filter(({ text }) => link.test(text));
    await expect.poll(() => ofSwap().length, { ...patience, timeout: 200_000 }).toBe(1);
    const [{ to, subject, text }] = ofSwap() as [(typeof received)[0]];
    expect([to, subject]).toEqual(['demo@faceswap.local', 'Your video is ready']);
    // The page reloads itself until then.
    await heading(page, 'Your swap is ready');
    await page.goto(link.exec(text)![0]);
    await heading(page, 'us.mp4');
  }
  expect(received).toHaveLength(howPagesRun.length);
});
