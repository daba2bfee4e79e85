import { expect, inject, onTestFinished } from 'vitest';

import { openBreakableProxy } from '#tests/support/breakable-proxy';
import { patience } from '#tests/support/patience';
import { confirmedAccount } from '#tests/support/site-account';

import { waitMs, type Driver } from './driver';
import * as on from './locate';

/** Slow enough to cut an upload half-way. */
const bytesPerSecond = 1024 * 1024;

export async function logInOverLine(driver: Driver, path: string) {
  const line = await openBreakableProxy(inject('siteUrl'), { bytesPerSecond });
  onTestFinished(line.cut);
  const { email, password } = await confirmedAccount(inject('siteUrl'));
  await driver.open(`${line.url}/login/google?redirect=${encodeURIComponent(path)}`);
  await driver.fill(on.field('E-mail'), email);
  await driver.fill(on.field('Password'), password);
  await driver.click(on.button('Log in'));
  await driver.waitFor(on.textWith('pick one from this device'));
  return line;
}

type Line = Awaited<ReturnType<typeof logInOverLine>>;

/** Cuts the line during the upload, which later resumes by itself. */
export async function uploadInterrupted(driver: Driver, line: Line, file: string): Promise<void> {
  await driver.chooseFile(on.fileInput, file);
  const percent = async () => Number(await driver.attribute(on.progressOf('Upload'), 'aria-valuenow'));
  await expect.poll(percent, { ...patience, interval: 50 }).toBeGreaterThanOrEqual(10);
  expect(await percent()).toBeLessThan(100);
  line.cut();
  await driver.waitFor(on.textWith('Connection lost'));
  await line.mend();
}

export async function swap(driver: Driver, face: string, price: string): Promise<void> {
  await driver.waitFor(on.heading('Who becomes whom?'));
  await driver.click(on.faceChip('Person 1', face));
  await driver.waitFor(on.textWith(`Becomes ${face}`));
  await driver.click(on.checkboxWith('I may use this'));
  await driver.click(on.buttonThatStarts(`Swap for ${price}`));
  await driver.waitFor(on.heading('Your swap is ready'));
}

export async function download(driver: Driver): Promise<Buffer> {
  const href = await driver.attribute(on.link('Download'), 'href');
  const cookie = (await driver.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(new URL(href!, inject('siteUrl')), {
    headers: { cookie },
    signal: AbortSignal.timeout(waitMs),
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
