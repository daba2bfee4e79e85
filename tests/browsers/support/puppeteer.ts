import { access } from 'node:fs/promises';
import puppeteer, { type ElementHandle } from 'puppeteer-core';

import { findBrowser } from '../../../scripts/setup/browser.mjs';
import { waitMs, type Driver, type TestedBrowser } from './driver';

const firefoxPath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

const [width, height] = [1280, 900];

export const chromium: TestedBrowser = {
  name: 'chromium',
  packages: 'chromium',
  isInstalled: async () => Boolean(await findBrowser()),
  async start() {
    const { path } = (await findBrowser())!;
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    return drive({ executablePath: path, args, defaultViewport: { width, height } });
  },
};

/** Through WebDriver BiDi. */
export const firefox: TestedBrowser = {
  name: 'firefox',
  packages: 'firefox-esr',
  isInstalled: () =>
    access(firefoxPath).then(
      () => true,
      () => false,
    ),
  // The size of the window: Firefox 140 lacks a command with which Puppeteer sets that of the page.
  start: () =>
    drive({
      browser: 'firefox',
      executablePath: firefoxPath,
      args: [`--width=${width}`, `--height=${height}`],
      defaultViewport: null,
    }),
};

async function drive(options: Parameters<typeof puppeteer.launch>[0]): Promise<Driver> {
  const browser = await puppeteer.launch({ headless: true, ...options });
  const page = await browser.newPage();
  const find = async (xpath: string, visible = true) =>
    (await page.waitForSelector(`xpath/.${xpath}`, { visible, timeout: waitMs }))!;
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    waitFor: async (xpath) => void (await find(xpath)),
    async click(xpath) {
      const element = await find(xpath);
      await element.scrollIntoView();
      await element.click();
    },
    async fill(xpath, text) {
      const element = await find(xpath);
      await element.click({ count: 3 });
      await element.type(text);
    },
    async chooseFile(xpath, file) {
      await ((await find(xpath, false)) as ElementHandle<HTMLInputElement>).uploadFile(file);
    },
    async attribute(xpath, name) {
      const element = await find(xpath, false);
      return element.evaluate((node, wanted) => (node as Element).getAttribute(wanted), name);
    },
    cookies: () => browser.cookies(),
    close: () => browser.close(),
  };
}
