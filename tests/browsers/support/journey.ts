import { expect, inject, onTestFinished } from 'vitest';

import { openBreakableProxy } from '#tests/support/breakable-proxy';
import { patience } from '#tests/support/patience';
import { confirmedAccount } from '#tests/support/site-account';

import { waitMs, type Driver } from './driver';
import * as on from './locate';

/** Slow enough to cut an upload half-way. */
const bytesPerSecond = 1024 * 1024;

/** A new user opens a page of the tool over a line that can be cut. */
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

/** The line is cut during the upload; when it is mended, the upload goes on by itself. */
export async function uploadInterrupted(driver: Driver, line: Line, file: string): Promise<void> {
  await driver.chooseFile(on.fileInput, file);
  const percent = async () => Number(await driver.attribute(on.progressOf('Upload'), 'aria-valuenow'));
  await expect.poll(percent, { ...patience, interval: 50 }).toBeGreaterThanOrEqual(10);
  expect(await percent()).toBeLessThan(100);
  line.cut();
  await driver.waitFor(on.textWith('Connection lost'));
  await line.mend();
}

/** Chooses a face, agrees, and waits for the result. */
export async function swap(driver: Driver, face: string, price: string): Promise<void> {
  await driver.waitFor(on.heading('Who becomes whom?'));
  await driver.click(on.faceChip('Person 1', face));
  await driver.waitFor(on.textWith(`Becomes ${face}`));
  await driver.click(on.checkboxWith('I may use this'));
  await driver.click(on.buttonThatStarts(`Swap for ${price}`));
  await driver.waitFor(on.heading('Your swap is ready'));
}

/** The downloaded file, requested with the browser's session. */
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
