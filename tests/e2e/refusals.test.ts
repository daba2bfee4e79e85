import sharp from 'sharp';
import { expect, inject, test } from 'vitest';

import { rules } from '#contract';
import { expectedFaults } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { detect, upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { signInAtSite, type SiteMember } from '#tests/support/site';
import { logInTo } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#884422' } })
    .png()
    .toBuffer();

/** Two equal delays. */
const slowGif = async (frameMs: number) => {
  const frames = ['#884422', '#224488'].map((background) => ({
    create: { width: 200, height: 200, channels: 3 as const, background },
  }));
  const [one, other] = await Promise.all(frames.map((frame) => sharp(frame).raw().toBuffer()));
  const raw = { width: 200, height: 400, channels: 3 as const, pageHeight: 200 };
  return sharp(Buffer.concat([one!, other!]), { raw })
    .gif({ delay: [frameMs, frameMs] })
    .toBuffer();
};

const cutPhoto = async () => Buffer.from(portraitBytes('sofia').subarray(0, 400));

const { refuseDimensions, refuseDuration, refuseMediaType } = rules;

/** Breaks each rule of the specification's point 5. */
const broken = [
  { rule: 'types', name: 'notes.txt', bytes: async () => Buffer.from('no media'), words: refuseMediaType('txt') },
  { rule: 'least side', name: 'tiny.png', bytes: () => plain(159, 200), words: refuseDimensions(159, 200) },
  { rule: 'longest side', name: 'huge.png', bytes: () => plain(4001, 2000), words: refuseDimensions(4001, 2000) },
  { rule: 'tallest ratio', name: 'tall.png', bytes: () => plain(160, 400), words: refuseDimensions(160, 400) },
  { rule: 'widest ratio', name: 'wide.png', bytes: () => plain(500, 200), words: refuseDimensions(500, 200) },
  { rule: 'longest GIF', name: 'long.gif', bytes: () => slowGif(8000), words: refuseDuration(16_000, 'gif') },
  { rule: 'content', name: 'text.jpg', bytes: async () => Buffer.from('no picture'), words: refuseMediaType('') },
  { rule: 'wholeness', name: 'cut.jpg', bytes: cutPhoto, words: rules.damagedPhoto },
];

/** At signing or after probing. */
async function refusedByApi(who: SiteMember, name: string, bytes: Buffer): Promise<string | undefined> {
  try {
    const { error } = await detect(who, await upload(who, who, bytes, name));
    return error?.message;
  } catch (error) {
    return /answered \d+: (.+)$/.exec((error as Error).message)?.[1];
  }
}

test('every rule is refused in the browser, by a plain form and by the API, in the same words', async () => {
  const scripted = await newPage({ expectedFaults });
  const bare = await newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 }, expectedFaults });
  for (const page of [scripted, bare]) await logInTo(page, '/face-swap');
  const member = await signInAtSite(inject('siteUrl'));
  for (const { rule, name, bytes, words } of broken) {
    const buffer = await bytes();
    const file = { name, mimeType: 'application/octet-stream', buffer };
    const said = words!.message;

    await scripted.getByLabel('Choose a file').setInputFiles(file);
    await scripted.locator('.drop .fault').filter({ hasText: said }).waitFor();
    expect(new URL(scripted.url()).search, rule).toBe('');

    await bare.goto('/face-swap');
    await bare.getByLabel('File', { exact: true }).setInputFiles(file);
    await bare.getByRole('button', { name: 'Upload the file' }).click();
    await bare.locator('.drop .fault, .tool__panel .note--error').filter({ hasText: said }).waitFor();

    expect(await refusedByApi(member, name, buffer), rule).toBe(said);
  }
});
