import type { Page } from 'playwright';

/** With JavaScript disabled, Chromium reports preloaded scripts as blocked by policy. */
export const scriptsKeptBack = /\/assets\/.*\.js csp$/;

export const howPagesRun = [
  { how: 'with JavaScript', javaScriptEnabled: true, viewport: { width: 1440, height: 900 } },
  { how: 'without JavaScript', javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
] as const;

export const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor({ timeout: 180_000 });

export async function logInTo(page: Page, path: string): Promise<void> {
  await page.goto(`/login/google?redirect=${encodeURIComponent(path)}`);
  await page.getByLabel('E-mail').fill('demo@faceswap.local');
  await page.getByLabel('Password').fill('faceswap-demo');
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: / here$/ }).waitFor();
}

export async function sendFile(page: Page, file: string, isScripted: boolean): Promise<void> {
  if (isScripted) return page.getByLabel(/^Choose a (file|photo)/).setInputFiles(file);
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Upload the file' }).click();
}

export async function addFaceOf(page: Page, name: string): Promise<void> {
  const choices = page.getByRole('radio', { includeHidden: true });
  const before = await choices.count();
  await page.getByRole('button', { name: `Add ${name}’s face` }).click();
  await choices.nth(before).waitFor({ state: 'attached' });
}

export async function downloadResult(page: Page) {
  await heading(page, 'Your swap is ready');
  const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  const reply = await page.request.get(href!);
  return { bytes: await reply.body(), saveAs: reply.headers()['content-disposition'] };
}
