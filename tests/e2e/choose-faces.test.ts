import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, inject, test } from 'vitest';

import { swapConsent } from '#contract';
import { logIn } from '#tests/support/account-pages';
import { withBrowser } from '#tests/support/browser';
import { makeClip } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { confirmedAccount } from '#tests/support/site-account';
import {
  chooseFace,
  heading,
  howPagesRun,
  keyboardOf,
  logInTo,
  scriptsKeptBack,
  sendFile,
} from '#tests/support/tool-pages';

const { newPage } = withBrowser();

const group = 'public/samples/scenes/group.jpg';
const twoInVideo = () => makeClip(join(scratchFolder(), 'us.mp4'), 'mp4', { from: 'crossing', seconds: 0.5, fps: 12 });
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
  const recorded = await page.evaluateHandle(
    (selector) => {
      const [bar, header] = [selector, 'header'].map((name) => document.querySelector(name)!);
      const found: string[] = [];
      const look = () => {
        const active = document.activeElement!;
        if (!document.querySelector('main')!.contains(active) || bar!.contains(active)) return;
        const { top, bottom } = active.getBoundingClientRect();
        const isHidden =
          bottom > bar!.getBoundingClientRect().top + 1 || top < header!.getBoundingClientRect().bottom - 1;
        if (isHidden) found.push(active.outerHTML.slice(0, 120));
      };
      // Before a press of the key moves the focus, the page has come to rest after the one before.
      document.addEventListener('keydown', look);
      const end = () => {
        look();
        document.removeEventListener('keydown', look);
        return found;
      };
      return { end };
    },
    await priceBarSelector(page),
  );
  for (let step = 0; step < 40; step++) await page.keyboard.press('Tab');
  return recorded.evaluate(({ end }) => end());
}

async function areKept(tab: Page): Promise<void> {
  for (const name of ['Kenji', 'Freya']) await tab.getByText(`Becomes ${name}`).waitFor();
}

/** The dialog of a new face opens. */
async function dropPhoto(page: Page, row: Locator): Promise<void> {
  const dataTransfer = await page.evaluateHandle(async (address) => {
    const transfer = new DataTransfer();
    const photo = await (await fetch(address)).blob();
    transfer.items.add(new File([photo], 'me.jpg', { type: 'image/jpeg' }));
    return transfer;
  }, '/samples/portraits/tomas.jpg');
  await page.getByRole('complementary', { name: 'Offer' }).waitFor();
  const top = async () => (await page.locator('main').boundingBox())!.y;
  const before = await top();
  await row.dispatchEvent('dragover', { dataTransfer });
  await row.dispatchEvent('drop', { dataTransfer });
  await page.getByRole('dialog').waitFor();
  expect(await top(), 'the page behind the dialog stays where it is').toBe(before);
}

/** In the open dialog or on its page. */
async function addFaceForSecond(page: Page): Promise<void> {
  await page.getByLabel(/^This is me/).check();
  await page.getByRole('button', { name: 'Add face' }).click();
  const rows = page.locator('details.person');
  await rows
    .nth(1)
    .getByText(/^Becomes Face \d/)
    .waitFor();
  await rows.first().getByText('Becomes Kenji').waitFor();
}

test('from a chosen photo in four actions at every size; choices survive a reload, a second tab and signing in again', async () => {
  const page = await newPage();
  const account = await confirmedAccount(inject('siteUrl'));
  await logInTo(page, '/face-swap-photo', account);
  await sendFile(page, group, true);
  await heading(page, 'Who becomes whom?');
  const withoutChoices = page.url();
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

  await page.goto(withoutChoices);
  await chooseFace(page, 'Kenji', 1);
  await chooseFace(page, 'Freya', 3);
  await page.reload();
  await areKept(page);
  const tab = await page.context().newPage();
  await tab.goto(withoutChoices);
  await areKept(tab);
  await tab.close();
  await page.context().clearCookies();
  await page.reload();
  await logIn(page, account.email, account.password);
  await heading(page, 'Who becomes whom?');
  await areKept(page);

  await dropPhoto(page, page.locator('details.person').nth(1));
  await addFaceForSecond(page);
});

test('without JavaScript, a new face goes to the person of its row', async () => {
  const { javaScriptEnabled, viewport } = howPagesRun[1];
  const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack] });
  await logInTo(page, '/face-swap-photo');
  await sendFile(page, group, javaScriptEnabled);
  await heading(page, 'Who becomes whom?');
  await chooseFace(page, 'Kenji', 1);
  await page.locator('summary').filter({ hasText: 'Person 2' }).click();
  await page.getByRole('button', { name: 'Add a face for person 2' }).click();
  await page.getByLabel('A photo of the face').setInputFiles(portraitPath('tomas'));
  await addFaceForSecond(page);
});

test('without JavaScript, a refused swap or face opens at what is missing', async () => {
  const { javaScriptEnabled, viewport } = howPagesRun[1];
  const page = await newPage({ javaScriptEnabled, viewport, expectedFaults: [scriptsKeptBack, /status of 400/] });
  await logInTo(page, '/face-swap-photo');
  await sendFile(page, portraitPath('sofia'), javaScriptEnabled);
  await heading(page, 'Who becomes whom?');
  const isFree = async (message: string) => {
    await page.getByText(message).waitFor();
    const [said, bar] = [page.getByText(message), page.locator(await priceBarSelector(page))];
    const [{ y, height }, { y: barTop }] = [(await said.boundingBox())!, (await bar.boundingBox())!];
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(barTop);
  };
  await page.getByRole('button', { name: /^Swap for/ }).click();
  await isFree('Choose a face for at least one person.');
  await chooseFace(page, 'Kenji');
  await page.getByRole('button', { name: /^Swap for/ }).click();
  await isFree(swapConsent);
  await page.getByRole('button', { name: 'Add a face for person 1' }).click();
  await page.getByRole('button', { name: 'Add face' }).click();
  await isFree('Choose a photo of the face first.');
});

test('a video with two persons in four actions by keyboard, each of them free to click at every size', async () => {
  const page = await newPage();
  const { used, tabTo } = keyboardOf(page);
  const use = async (name: RegExp, target: Locator, key: string) => {
    await atEverySize(page, () => target.click({ trial: true }));
    await page.setViewportSize(sizes[0]!);
    await tabTo(name);
    await page.keyboard.press(key);
  };
  const button = (name: RegExp) => use(name, page.getByRole('button', { name }), 'Enter');
  await logInTo(page, '/face-swap-video', await confirmedAccount(inject('siteUrl')));
  await sendFile(page, await twoInVideo(), true);
  await heading(page, 'Keep the part you need');
  await button(/^Find the people/);
  await heading(page, 'Who becomes whom?');
  await atEverySize(page, async (width) => {
    expect(await page.locator('details.person[open]').count(), `${width} px`).toBe(2);
    expect(await isInView(page, 'Kenji'), `${width} px`).toBe(true);
  });
  await button(/^Choose for all/);
  await page.getByText('Becomes Kenji').waitFor();
  await page.getByText('Becomes Freya').waitFor();
  await use(/^I may use this/, page.getByText(/^I may use this/), 'Space');
  await button(/^Swap for/);
  await isSwapping(page);
  expect(used).toHaveLength(maxActions);

  await heading(page, 'Your swap is ready');
  await tabTo(/^Compare original and result/);
  await page.keyboard.press('ArrowLeft');
  await tabTo(/^Play/);
  await page.keyboard.press('Enter');
  const result = page.getByLabel('The video with the faces swapped');
  await expect.poll(() => result.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await tabTo(/^Download/);
});
