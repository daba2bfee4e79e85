import { existsSync, statfsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { beforeAll, inject, onTestFinished } from 'vitest';

import type { Theme } from '~/features/theme/theme';

import { findBrowser } from '../../scripts/setup/browser.mjs';
import { themeCookieFor } from './theme-cookie';
import { watchPage } from './watch-page';

/** Chromium as root has no sandbox. The others prevent requests to other sites. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one site share a process: each start of one costs as much as opening a page.
  '--renderer-process-limit=1',
  // A camera that shows a drawing, without a question for permission.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Without animations, which Chromium would draw sixty times a second while a test waits. */
const still = { reducedMotion: 'reduce' } as const;

/**
 * Installing the service worker loads every script of the site, which costs more than opening a page. Tests of lost
 * connections and of new builds allow it.
 */
const withoutServiceWorker = { serviceWorkers: 'block' } as const;

/** Generous for busy machines. */
const BROWSER_TIMEOUT_MS = 60_000;

const STATE_TIMEOUT_MS = 5_000;

const SHARED_MEMORY_BYTES = 1e9;

interface PageOptions extends BrowserContextOptions {
  /** Default: dark. */
  theme?: Theme;
  /** Others fail the test. */
  expectedFaults?: RegExp[];
}

/** One for all files of a process, with which it ends. */
let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const found = await findBrowser();
  if (!found) throw new Error('No browser on this machine: `npm test` brings one, or set CHROMIUM_PATH.');
  const ignoreDefaultArgs = hasLargeSharedMemory() ? ['--disable-dev-shm-usage'] : [];
  return chromium.launch({ executablePath: found.path, args: ARGUMENTS, ignoreDefaultArgs });
}

/** Where /dev/shm is small, as in many containers, Playwright's default of files on the disk stays. */
function hasLargeSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= SHARED_MEMORY_BYTES;
}

/** After a failure: clicks wait for scripts and frames, and their errors tell of neither. */
async function stateOf(page: Page): Promise<string> {
  const goesOn = (polling: 'raf' | number) =>
    page
      .waitForFunction(() => true, undefined, { polling, timeout: STATE_TIMEOUT_MS })
      .then(
        () => 'yes',
        () => 'no',
      );
  const [scripts, frames] = await Promise.all([goesOn(100), goesOn('raf')]);
  const { width, height } = page.viewportSize()!;
  return `${page.url()}, ${width} × ${height} pixels; scripts run: ${scripts}, frames are drawn: ${frames}.`;
}

/** Each page is a separate visitor. */
export function withBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    if (!launched || !(await launched).isConnected()) launched = launch();
    browser = await launched;
  });

  return {
    async newPage(pageOptions: PageOptions = {}): Promise<Page> {
      const { expectedFaults = [], javaScriptEnabled = true, theme, ...options } = pageOptions;
      const defaults = { baseURL: inject('siteUrl'), javaScriptEnabled, ...still, ...withoutServiceWorker };
      const context = await browser.newContext({ ...defaults, ...options });
      if (theme) await context.addCookies([await themeCookieFor(theme, inject('siteUrl'))]);
      context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
      const page = await context.newPage();
      const faults = watchPage(page, { javaScriptEnabled });
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') console.warn(await stateOf(page));
        await context.close();
        const unexpected = faults().filter((fault) => !expectedFaults.some((expected) => expected.test(fault)));
        if (unexpected.length > 0) throw new Error(`The page had errors:\n${unexpected.join('\n')}`);
      });
      return page;
    },
  };
}
