import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { SetupFailure } from './failure.mjs';
import { inRoot } from './root.mjs';
import { runProgram } from './run-program.mjs';

/** The headless shell first: it renders the same pages with less than half of the CPU time. */
const ON_MACHINE = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * From CHROMIUM_PATH, this machine or Playwright.
 * @returns {Promise<{ path: string, version: string } | undefined>}
 */
export async function findBrowser() {
  const { chromium } = await import('playwright');
  const named = process.env.CHROMIUM_PATH;
  return firstOf(named ? [named] : [...ON_MACHINE, chromium.executablePath()]);
}

/**
 * While npm installs the packages of a bare clone: Debian's browser, which needs none of them. What fails is left to
 * `ensureBrowser`.
 */
export async function installBrowserAhead() {
  if (process.env.CHROMIUM_PATH || existsSync(inRoot('node_modules/playwright'))) return;
  if (!(await firstOf(ON_MACHINE))) await installFromDebian().catch(() => false);
}

/** Installs Debian's if permitted, else Playwright's. */
export async function ensureBrowser(say) {
  const found = await findBrowser();
  if (found) return found;
  if (process.env.CHROMIUM_PATH) {
    throw new SetupFailure(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is not a browser that runs.`);
  }
  say('none on this machine; installing one …');
  for (const install of [installFromDebian, installFromPlaywright]) {
    const installed = (await install()) && (await findBrowser());
    if (installed) return installed;
  }
  throw new SetupFailure(
    'No browser: none is on this machine and none could be installed. Install chromium, or set CHROMIUM_PATH.',
  );
}

async function firstOf(candidates) {
  for (const candidate of candidates) {
    const path = onPath(candidate);
    const version = path && (await versionOf(path));
    if (version) return { path, version };
  }
  return undefined;
}

/** Returns a path unchanged. */
function onPath(program) {
  const places = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  return places.map((place) => join(place, program)).find((path) => existsSync(path));
}

async function versionOf(path) {
  try {
    const { code, output } = await runProgram(path, ['--version']);
    return code === 0 ? output.trim().split('\n').at(-1) : undefined;
  } catch {
    return undefined;
  }
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update'], { env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { code } = await runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
    if (code === 0) return true;
  }
  return false;
}

async function installFromPlaywright() {
  const cli = inRoot('node_modules/playwright/cli.js');
  const { code } = await runProgram(process.execPath, [cli, 'install', 'chromium']);
  return code === 0;
}
