import { onTestFinished } from 'vitest';

import type { Driver, TestedBrowser } from './driver';
import { chromium, firefox } from './puppeteer';
import { webkit } from './webkit';

export const testedBrowsers: TestedBrowser[] = [chromium, firefox, webkit];

/** @throws Error naming the packages to install */
export async function startBrowser(browser: TestedBrowser): Promise<Driver> {
  if (!(await browser.isInstalled())) {
    throw new Error(
      `${browser.name} is not installed. On Debian: apt-get install ${browser.packages}. ` +
        `To run the others only: npm run test:browsers -- -t chromium`,
    );
  }
  const driver = await browser.start();
  onTestFinished(() => driver.close());
  return driver;
}
