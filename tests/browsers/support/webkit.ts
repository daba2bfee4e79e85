import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Builder, By, Capabilities, until, type WebDriver } from 'selenium-webdriver';

import { freePort } from '#tests/support/stack';

import { waitMs, type Driver, type TestedBrowser } from './driver';

const driverPath = '/usr/bin/WebKitWebDriver';

/** Safari's engine, in WebKitGTK's test browser. */
export const webkit: TestedBrowser = {
  name: 'webkit',
  packages: 'webkit2gtk-driver xvfb xauth',
  isInstalled: async () => [driverPath, '/usr/bin/xvfb-run'].every(existsSync) && miniBrowser() !== undefined,
  async start() {
    const port = await freePort();
    // Process group: xvfb-run leaves its children.
    const server = spawn('xvfb-run', ['-a', driverPath, `--port=${port}`], { detached: true, stdio: 'ignore' });
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    });
    const driver = await connect(`http://127.0.0.1:${port}`, capabilities);
    await driver.manage().window().setRect({ width: 1280, height: 900 });
    return drive(driver, server);
  },
};

/** The folder's name contains the architecture. */
function miniBrowser(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return folders.map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser')).find(existsSync);
}

/** The driver listens some time after its start. */
async function connect(url: string, capabilities: Capabilities): Promise<WebDriver> {
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    try {
      return await new Builder().usingServer(url).withCapabilities(capabilities).build();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}

function drive(driver: WebDriver, server: ChildProcess): Driver {
  const find = (xpath: string) => driver.wait(until.elementLocated(By.xpath(xpath)), waitMs);
  const findVisible = async (xpath: string) => driver.wait(until.elementIsVisible(await find(xpath)), waitMs);
  return {
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    waitFor: async (xpath) => void (await findVisible(xpath)),
    async click(xpath) {
      const element = await findVisible(xpath);
      await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
      await element.click();
    },
    async fill(xpath, text) {
      const element = await findVisible(xpath);
      await element.clear();
      await element.sendKeys(text);
    },
    async chooseFile(xpath, file) {
      const input = await find(xpath);
      // WebKit sends keys to visible elements only.
      await driver.executeScript(
        'arguments[0].style = "position: static; width: 200px; height: 30px; opacity: 1; clip: auto; clip-path: none"',
        input,
      );
      await input.sendKeys(file);
    },
    attribute: async (xpath, name) => (await find(xpath)).getAttribute(name),
    cookies: async () => driver.manage().getCookies(),
    async close() {
      await driver.quit();
      process.kill(-server.pid!, 'SIGTERM');
      await once(server, 'exit');
    },
  };
}
