import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';

import type { Shot } from './contact-page';
import type { Screen } from './screens';
import type { Seeded } from './seed';
import type { Theme } from '~/features/theme/theme';
import { themeCookieFor } from '#tests/support/theme-cookie';

export interface Look {
  name: string;
  options: BrowserContextOptions;
  theme?: Theme;
  /** Names of screens; default: all. */
  only?: string[];
}

const sizes = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
};
const screensWithoutScript = [
  'home',
  'tool',
  'tool-trim',
  'tool-faces',
  'tool-result',
  'log-in',
  'pricing',
  'my-creations',
];

export const looks: Look[] = [
  ...(['dark', 'light'] as const).flatMap((theme) =>
    Object.entries(sizes).map(([size, viewport]) => ({
      name: `${size} ${theme}`,
      theme,
      options: { viewport, reducedMotion: 'reduce' as const },
    })),
  ),
  ...(['wide', 'phone'] as const).map((size) => ({
    name: `${size} without script`,
    options: { viewport: sizes[size], javaScriptEnabled: false },
    only: screensWithoutScript,
  })),
];

interface Options {
  browser: Browser;
  url: string;
  screen: Screen;
  look: Look;
  seeded: Seeded;
  folder: string;
}

/** Reports why a screen cannot be reached. */
export async function shoot({
  browser,
  url,
  screen,
  look,
  seeded,
  folder,
}: Options): Promise<Shot | { fault: string }> {
  const storageState = screen.as === 'visitor' ? undefined : seeded.sessions[screen.as];
  const context = await browser.newContext({ baseURL: url, ...look.options, storageState });
  if (look.theme) await context.addCookies([await themeCookieFor(look.theme, url)]);
  context.setDefaultTimeout(20_000);
  const file = `${screen.name}-${look.name.replaceAll(' ', '-')}.png`;
  try {
    const page = await context.newPage();
    await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(seeded));
    if (look.options.javaScriptEnabled !== false && screen.prepare) {
      await becomesQuiet(page); // an earlier click is answered by the server, with another screen
      await screen.prepare(page);
    }
    await settle(page);
    await page.screenshot({ path: join(folder, file), fullPage: !screen.isWindow });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (tooWide > 0) return { fault: `${screen.name}, ${look.name}: ${tooWide} px wider than the window` };
    return { screen: screen.name, look: look.name, file };
  } catch (error) {
    return { fault: `${screen.name}, ${look.name}: ${(error as Error).message.split('\n')[0]}` };
  } finally {
    await context.close();
  }
}

/** Loads lazy pictures and fonts. */
async function settle(page: Page): Promise<void> {
  await page.locator('img[loading=lazy]').evaluateAll((pictures) => {
    for (const picture of pictures) (picture as HTMLImageElement).loading = 'eager';
  });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await becomesQuiet(page);
}

/** Or polls. */
async function becomesQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
}
