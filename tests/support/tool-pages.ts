import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

import { demoUser, signIn } from './account-pages';

export { scriptsKeptBack } from './account-pages';

export const howPagesRun = [
  { how: 'with JavaScript', javaScriptEnabled: true, viewport: { width: 1440, height: 900 } },
  { how: 'without JavaScript', javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
] as const;

export const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor({ timeout: 180_000 });

/** @param title heading of the opened page; default: the tool's */
export async function logInTo(
  page: Page,
  path: string,
  account = demoUser,
  title: string | RegExp = / here$/,
): Promise<void> {
  await signIn(page, account);
  await page.goto(path);
  await page.getByRole('heading', { name: title }).waitFor();
}

export async function sendFile(page: Page, file: string, isScripted: boolean): Promise<void> {
  if (isScripted) return page.getByLabel(/^Choose a (file|photo)/).setInputFiles(file);
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Upload the file' }).click();
}

export async function chooseFace(page: Page, name: string, person = 1): Promise<void> {
  const faces = page.getByRole('group', { name: `Face for Person ${person}`, includeHidden: true });
  const choice = faces.getByRole('radio', { name, includeHidden: true });
  if (!(await choice.isVisible()))
    await page
      .locator('summary')
      .filter({ hasText: `Person ${person}` })
      .click();
  await checkChip(choice);
}

/** Chips cover their input: click the label, which Playwright scrolls clear of the sticky bar. */
export async function checkChip(input: Locator): Promise<void> {
  await input.locator('xpath=ancestor::label').click();
  await expect.poll(() => input.isChecked()).toBe(true);
}

export async function downloadResult(page: Page) {
  await heading(page, 'Your swap is ready');
  const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  const reply = await page.request.get(href!);
  return { bytes: await reply.body(), saveAs: reply.headers()['content-disposition'] };
}

export function keyboardOf(page: Page) {
  /** Names of the elements that were used. */
  const used: string[] = [];
  const tabTo = async (name: RegExp): Promise<void> => {
    used.push(String(name));
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
      });
      if (name.test(label)) return;
    }
    throw new Error(`Tab did not reach ${name}.`);
  };
  return { used, tabTo };
}
