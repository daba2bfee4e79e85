import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Elements that pass need no description: a third of the time. */
const options = { resultTypes: ['violations' as const] };

export async function faultsOf(page: Page, where: string): Promise<string[]> {
  // Pages have no frames: without the legacy mode, axe opens a second page for each analysis.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze();
  return violations.map(({ help, nodes }) => `${where}: ${help} (${nodes[0]?.target.join(' ')})`);
}

/** Until the next frame, even the shortest transition shows the colours of before. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const screens = [
  { theme: 'dark', viewport: { width: 1440, height: 900 } },
  { theme: 'light', viewport: { width: 390, height: 844 } },
] as const;

/** Of the same state on a wide dark and on a narrow light screen. */
export async function faultsOnScreens(page: Page, where: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { theme, viewport } of screens) {
    await page.setViewportSize(viewport);
    await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
    await drawn(page);
    faults.push(...(await faultsOf(page, `${where}, ${theme}, ${viewport.width} px`)));
  }
  return faults;
}
