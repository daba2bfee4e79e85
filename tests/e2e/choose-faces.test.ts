import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import { withBrowser } from '#tests/support/browser';
import { makeClip } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { confirmedAccount, type Credentials } from '#tests/support/site-account';
import { chooseFace, heading, howPagesRun, logInTo, scriptsKeptBack, sendFile } from '#tests/support/tool-pages';

const { newPage } = withBrowser();

let made: Promise<Credentials> | undefined;
/** Other files count their accounts' swaps. */
const ownAccount = () => (made ??= confirmedAccount(inject('siteUrl')));

const group = 'public/samples/scenes/group.jpg';
const twoInVideo = () => makeClip(join(scratchFolder(), 'us.mp4'), 'mp4', { from: 'crossing', seconds: 2, fps: 12 });
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
const maxActions = 4;

/** From the start of the page, as if it had just been opened at that size. */
async function atEverySize(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(() => {
      document.querySelector('a')!.focus();
      scrollTo(0, 0);
    });
    await look(size.width);
  }
}

/** Playwright refuses clicks on covered elements: each could be clicked at every size, and is at one, in turn. */
function countedActions(page: Page) {
  const actions: string[] = [];
  const click = async (what: string, target: Locator) => {
    actions.push(what);
    await atEverySize(page, () => target.click({ trial: true }));
    await page.setViewportSize(sizes[actions.length % sizes.length]!);
    await target.click();
  };
  return {
    actions,
    face(name: string, person = 1) {
      const row = page.locator('details.person').nth(person - 1);
      return click(`${name} for person ${person}`, row.locator('label.chip', { hasText: name }));
    },
    consent: () => click('consent', page.getByText(/^I may use this/)),
    button: (name: RegExp) => click(String(name), page.getByRole('button', { name })),
  };
}

/** The swap may end before its progress is seen. */
async function isSwapping(page: Page): Promise<void> {
  await page.waitForURL(/[?&]order=/);
}

/** On wide screens the bar contains the consent, too. */
const priceBarSelector = (page: Page) =>
  page.evaluate(() => (document.querySelector('.order')!.clientHeight > 0 ? '.order' : '.dock'));

/** Above the price bar. */
async function isInView(page: Page, name: string): Promise<boolean> {
  const chip = await page.locator('label.chip', { hasText: name }).first().boundingBox();
  const bar = await page.locator(await priceBarSelector(page)).boundingBox();
  return chip!.y + chip!.height <= bar!.y;
}

/** Main content behind the price bar or the header, while it has the focus. */
async function hiddenInFocus(page: Page): Promise<string[]> {
  const priceBar = await priceBarSelector(page);
  const found: string[] = [];
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate((selector) => {
      const active = document.activeElement as HTMLElement;
      const bar = document.querySelector(selector)!;
      const isOnPage = document.querySelector('main')!.contains(active) && !bar.contains(active);
      const { top, bottom } = active.getBoundingClientRect();
      const edges = [bar.getBoundingClientRect().top, document.querySelector('header')!.getBoundingClientRect().bottom];
      return isOnPage && (bottom > edges[0]! + 1 || top < edges[1]! - 1) ? active.outerHTML.slice(0, 120) : null;
    }, priceBar);
    if (hidden) found.push(hidden);
  }
  return found;
}

test('from a chosen photo in four actions, and nothing is hidden, at every size', async () => {
  const page = await newPage();
  await logInTo(page, '/face-swap-photo', await ownAccount());
  await sendFile(page, group, true);
  await heading(page, 'Who becomes whom?');
  await atEverySize(page, async (width) => {
    expect(await isInView(page, 'Kenji'), `${width} px`).toBe(true);
    expect(await hiddenInFocus(page), `${width} px`).toEqual([]);
  });
  const { actions, face, consent, button } = countedActions(page);
  await face('Kenji');
  await consent();
  await button(/^Swap for 1 credit/);
  await isSwapping(page);
  expect(actions.length).toBeLessThanOrEqual(maxActions);
});

test('from a chosen video with two persons to a running swap in four actions, at every size', async () => {
  const page = await newPage();
  await logInTo(page, '/face-swap-video', await confirmedAccount(inject('siteUrl')));
  await sendFile(page, await twoInVideo(), true);
  await heading(page, 'Keep the part you need');
  const { actions, consent, button } = countedActions(page);
  await button(/^Find the people/);
  await heading(page, 'Who becomes whom?');
  await atEverySize(page, async (width) => {
    expect(await page.locator('details.person[open]').count(), `${width} px`).toBe(2);
    expect(await isInView(page, 'Kenji'), `${width} px`).toBe(true);
  });
  await button(/^Choose for all/);
  await page.getByText('Becomes Kenji').waitFor();
  await page.getByText('Becomes Freya').waitFor();
  await consent();
  await button(/^Swap for \d credits/);
  await isSwapping(page);
  expect(actions.length).toBeLessThanOrEqual(maxActions);
});

/** Counts the elements that are used. */
function keyboardOf(page: Page) {
  const used: string[] = [];
  const press = async (name: RegExp, key: string) => {
    used.push(`${name}, ${key}`);
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
      });
      if (name.test(label)) return page.keyboard.press(key);
    }
    throw new Error(`Tab did not reach ${name}.`);
  };
  return { used, press };
}

test('by keyboard alone it takes no more', async () => {
  const page = await newPage();
  const { used, press } = keyboardOf(page);
  await logInTo(page, '/face-swap-photo', await ownAccount());
  await sendFile(page, group, true);
  await heading(page, 'Who becomes whom?');
  await press(/^Keep original/, 'ArrowRight');
  await page.getByText(/^Becomes /).waitFor();
  await press(/^I may use this/, 'Space');
  await press(/^Swap for/, 'Enter');
  await isSwapping(page);
  expect(used.length).toBeLessThanOrEqual(maxActions);
});

test('a video with two persons by keyboard alone, from the trim to the result', async () => {
  const page = await newPage();
  const { used, press } = keyboardOf(page);
  await logInTo(page, '/face-swap-video', await confirmedAccount(inject('siteUrl')));
  await sendFile(page, await twoInVideo(), true);
  await heading(page, 'Keep the part you need');
  await press(/^Find the people/, 'Enter');
  await heading(page, 'Who becomes whom?');
  await press(/^Choose for all/, 'Enter');
  await page.getByText('Becomes Kenji').waitFor();
  await page.getByText('Becomes Freya').waitFor();
  await press(/^I may use this/, 'Space');
  await press(/^Swap for/, 'Enter');
  await isSwapping(page);
  expect(used).toHaveLength(maxActions);
  await heading(page, 'Your swap is ready');
  await press(/^Compare original and result/, 'ArrowLeft');
  await press(/^Play/, 'Enter');
  const result = page.getByLabel('The video with the faces swapped');
  await expect.poll(() => result.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await press(/^Download/, 'Tab');
});

test('choices survive a reload, a second tab, and signing in again', async () => {
  const page = await newPage();
  await logInTo(page, '/face-swap-photo', await ownAccount());
  await sendFile(page, group, true);
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Kenji', 1);
  await chooseFace(page, 'Freya', 3);
  const isKept = async (tab: Page) => {
    for (const name of ['Kenji', 'Freya']) await tab.getByText(`Becomes ${name}`).waitFor();
  };
  await page.reload();
  await isKept(page);

  const withoutChoices = new URL(page.url());
  for (const name of ['face.p1', 'face.p2', 'face.p3']) withoutChoices.searchParams.delete(name);
  const tab = await page.context().newPage();
  await tab.goto(withoutChoices.href);
  await isKept(tab);
  await tab.close();

  await page.context().clearCookies();
  await page.reload();
  await page.getByLabel('E-mail').fill((await ownAccount()).email);
  await page.getByLabel('Password').fill((await ownAccount()).password);
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  await heading(page, 'Who becomes whom?');
  await isKept(page);
});

test.each(howPagesRun)('a new face goes to the person of its row, $how', async ({ javaScriptEnabled, viewport }) => {
  const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack] });
  await logInTo(page, '/face-swap-photo', await ownAccount());
  await sendFile(page, group, javaScriptEnabled);
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Kenji', 1);
  await page.locator('summary').filter({ hasText: 'Person 2' }).click();
  if (javaScriptEnabled) {
    const dataTransfer = await page.evaluateHandle(async (address) => {
      const transfer = new DataTransfer();
      const photo = await (await fetch(address)).blob();
      transfer.items.add(new File([photo], 'me.jpg', { type: 'image/jpeg' }));
      return transfer;
    }, '/samples/portraits/tomas.jpg');
    await page.getByRole('complementary', { name: 'Offer' }).waitFor();
    const top = async () => (await page.locator('main').boundingBox())!.y;
    const before = await top();
    const row = page.locator('details.person').nth(1);
    await row.dispatchEvent('dragover', { dataTransfer });
    await row.dispatchEvent('drop', { dataTransfer });
    await page.getByRole('dialog').waitFor();
    expect(await top(), 'the page behind the dialog stays where it is').toBe(before);
  } else {
    await page.getByRole('button', { name: 'Add a face for person 2' }).click();
    await page.getByLabel('A photo of the face').setInputFiles(portraitPath('tomas'));
  }
  await page.getByLabel(/^This is me/).check();
  await page.getByRole('button', { name: 'Add face' }).click();
  const second = page.locator('details.person').nth(1);
  await second.getByText(/^Becomes Face \d/).waitFor();
  await page.locator('details.person').first().getByText('Becomes Kenji').waitFor();
});
