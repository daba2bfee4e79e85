import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';

import { demo } from '#backend/domain/account/ensure-demo';
import { freshAddress } from '#tests/support/account-pages';
import { addFace, detect, upload, waitForSwap } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { signInAtSite, type SiteMember } from '#tests/support/site';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Seeded {
  sessions: Record<'member' | 'newcomer', Session>;
  photo: string;
  video: string;
  unknownVideo: string;
  photoOrder: string;
  videoOrder: string;
  /** Ids of photos, joined as in addresses, and of their batch. */
  photos: string;
  batch: string;
  /** Link tokens of the results. */
  sharedPhoto: string;
  sharedVideo: string;
  /** URLs after a payment, after a failed one, and of an invoice. */
  paid: string;
  failed: string;
  invoice: string;
  mails: string[];
}

const publicFile = (path: string) => readFileSync(`public/${path}`);
const password = 'a long enough phrase';

/** A member with everything and a newcomer without anything. */
export async function seed(url: string, browser: Browser): Promise<Seeded> {
  const member = await signInAtSite(url);
  const faces = [];
  for (const name of ['kenji', 'otto', 'freya'] as const) faces.push(await addFace(member, portraitBytes(name)));
  const [first, second] = faces.map(({ face_id }) => face_id) as [string, string];

  const photo = await upload(member, member, publicFile('samples/scenes/group.jpg'), 'three-friends.jpg');
  await detect(member, photo);
  const video = await upload(member, member, publicFile('samples/clips/crossing.mp4'), 'a-walk.mp4');
  const unknownVideo = await upload(member, member, publicFile('samples/clips/turn.mp4'), 'a-turn.mp4');
  await detect(member, video, { start_ms: 0, end_ms: 1000 });
  const swap = async (material: string, bindings: Record<string, string>) => {
    const { order_id } = await member.call('faceswap_create', {
      material_id: material,
      bind_face: JSON.stringify(bindings),
      consent: 'true',
    });
    await waitForSwap(member, order_id);
    return order_id;
  };
  const photoOrder = await swap(photo, { p1: first, p2: second });
  const videoOrder = await swap(video, { p1: second });
  const photos = await severalPhotos(member);
  const batch = await swapAll(member, photos, first);
  const share = async (order_id: string) => (await member.call('share_create', { order_id, days: 7 })).token!;
  const [sharedPhoto, sharedVideo] = [await share(photoOrder), await share(videoOrder)];
  await member.call('feedback_create', { contents: 'A kind word.', email: 'ada@example.com', attachments: [] });

  const payments = await buy(await visit(browser, url, demo.email, demo.password));
  return {
    sessions: {
      member: await sessionOf(browser, url, demo.email, demo.password),
      newcomer: await newcomer(browser, url),
    },
    ...{ photo, video, unknownVideo, photoOrder, videoOrder, sharedPhoto, sharedVideo, ...payments },
    photos: photos.join('.'),
    batch,
    mails: await mailsAt(url),
  };
}

async function severalPhotos(member: SiteMember): Promise<string[]> {
  const photos = [];
  for (const name of ['amara', 'tomas', 'nadia'] as const) {
    const photo = await upload(member, member, portraitBytes(name), `${name}.jpg`);
    await detect(member, photo);
    photos.push(photo);
  }
  return photos;
}

async function swapAll(member: SiteMember, photos: string[], face: string): Promise<string> {
  const items = photos.map((material_id) => ({ material_id, bind_face: { p1: face } }));
  const { batch_id } = await member.call('batch_create', { items: JSON.stringify(items), consent: 'true' });
  while ((await member.call('batch_result', { batch_id })).status !== 'ended') await pause(100);
  return batch_id;
}

async function visit(browser: Browser, url: string, email: string, secret: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  return page;
}

async function sessionOf(browser: Browser, url: string, email: string, secret: string): Promise<Session> {
  const page = await visit(browser, url, email, secret);
  const session = await page.context().storageState();
  await page.context().close();
  return session;
}

async function newcomer(browser: Browser, url: string): Promise<Session> {
  const email = freshAddress();
  await fetch(`${url}/api/email/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return sessionOf(browser, url, email, password);
}

async function buy(page: Page): Promise<Pick<Seeded, 'paid' | 'failed' | 'invoice'>> {
  const pay = async (plans: string, outcome: RegExp) => {
    await page.goto(plans);
    await page
      .getByRole('link', { name: /^Choose/ })
      .first()
      .click();
    await page.locator('.method').first().click();
    await page.getByLabel(/^Start at once/).check();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText('Test checkout.').waitFor();
    await page.getByRole('button', { name: outcome }).click();
    await page.waitForURL(/payment-(success|failed)/);
    return new URL(page.url()).pathname + new URL(page.url()).search;
  };
  const failed = await pay('/pricing?pay=once', /^Let it fail/);
  const paid = await pay('/pricing', /^Pay$/);
  const invoice = (await page.getByRole('link', { name: 'Invoice' }).getAttribute('href'))!;
  await page.context().close();
  return { paid, failed, invoice };
}

async function mailsAt(url: string): Promise<string[]> {
  const html = await (await fetch(`${url}/dev/outbox`)).text();
  return [...html.matchAll(/<a href="(\/dev\/outbox\/[^"]+)">/g)].map(([, path]) => path!);
}
