import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright';

import type { Theme } from '~/features/theme/theme';

/**
 * In its short form, loaded into a page once: with the builder of axe's package for Playwright, which loads the long form
 * for each analysis, one takes three times as long.
 */
const packageOfAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axe = readFileSync(packageOfAxe.resolve('axe-core/axe.min.js'), 'utf8');

/** Elements that pass need no description: a third of the time. */
const options = { resultTypes: ['violations'] };

interface Violation {
  help: string;
  nodes: { target: string[] }[];
}

interface WindowWithAxe {
  axe: { run(root: Document, given: typeof options): Promise<{ violations: Violation[] }> };
}

export async function faultsOf(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (given) => {
    const found = await (window as unknown as WindowWithAxe).axe.run(document, given);
    return found.violations.map(({ help, nodes }) => ({ help, targets: nodes.map(({ target }) => target.join(' ')) }));
  }, options);
  return violations.map(({ help, targets }) => `${where}: ${help} (${targets[0]})`);
}

/** Begins with the next frame, and lasts as long as its transitions: until then colours are those of before. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });

export interface Screen {
  theme: Theme;
  viewport: { width: number; height: number };
}

export const screens: Screen[] = [
  { theme: 'dark', viewport: { width: 1440, height: 900 } },
  { theme: 'light', viewport: { width: 390, height: 844 } },
];

async function showOn(page: Page, { theme, viewport }: Screen): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
  await drawn(page);
}

/** Of the same state, by default on a wide dark and on a narrow light screen; afterwards the page is as before. */
export async function faultsOnScreens(page: Page, where: string, chosen = screens): Promise<string[]> {
  const theme = await page.evaluate(() => document.documentElement.dataset.theme as Theme);
  const before = { theme, viewport: page.viewportSize()! };
  const faults: string[] = [];
  for (const screen of chosen) {
    await showOn(page, screen);
    faults.push(...(await faultsOf(page, `${where}, ${screen.theme}, ${screen.viewport.width} px`)));
  }
  await showOn(page, before);
  return faults;
}

/** On a screen of 320 px, as with a zoom of 400 % on a wide one (WCAG 1.4.10); afterwards the page is as before. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 568 });
  await drawn(page);
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  await page.setViewportSize(before);
  return isWider;
}
