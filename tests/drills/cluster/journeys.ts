import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { isFinished } from '#contract';
import type { SeededRandom } from '#tests/support/seeded-random';

import { GaveUp, type Observations, Refused, requestWithRetries } from './client';
import type { Cluster } from './cluster';
import { type DrillMember, password } from './members';

/** What the site acknowledged; `unknown` after the last retry of a change failed. */
export type Standing = 'there' | 'deleted' | 'unknown';

export interface Acknowledged {
  uploads: Map<string, { sha256: string; is: Standing }>;
  orders: Map<string, { is: Standing; isCancelled: boolean }>;
  /** Payments whose checkout was paid. */
  paid: Set<string>;
}

export interface Clip {
  name: string;
  bytes: Buffer;
}

export interface Clips {
  photos: Clip[];
  moving: Clip[];
}

interface Visit {
  cluster: Cluster;
  member: DrillMember;
  told: Observations;
  known: Acknowledged;
  random: SeededRandom;
  clips: Clips;
}

const longestThoughtMs = 1_200;
const chances = { moving: 0.15, cancel: 0.15, deleteOrder: 0.25, deleteUpload: 0.2, buy: 0.12, pages: 0.25 };

/** Orders, buys and looks around until `isOver`; a request that fails for good ends one journey only. */
export async function useSite(visit: Visit, isOver: () => boolean): Promise<void> {
  const { random, told } = visit;
  const chance = (share: number) => random.next() < share;
  while (!isOver()) {
    try {
      if (chance(chances.pages)) await readPages(visit);
      if (chance(chances.buy)) await buyCredits(visit);
      await swapOnce(visit, chance);
    } catch (error) {
      if (error instanceof Refused && error.error === 'insufficient_credits') await buyCredits(visit).catch(() => {});
      else if (error instanceof Refused) told.faults.push(`refused: ${error.message}`);
      else if (!(error instanceof GaveUp)) throw error;
    }
    await pause(random.below(longestThoughtMs));
  }
}

async function swapOnce(visit: Visit, chance: (share: number) => boolean): Promise<void> {
  const { member, known, random, clips } = visit;
  const clip = random.pick(chance(chances.moving) ? clips.moving : clips.photos);
  const material_id = await uploadClip(visit, clip);
  await member.call('upload_detect_create', { material_id });
  await untilFinished(() => member.call('upload_detect_result', { material_id }));
  const bind_face = { p1: member.faceId };
  const { order_id } = await member.call('faceswap_create', { material_id, bind_face, consent: 'true' });
  const order = { is: 'there' as Standing, isCancelled: false };
  known.orders.set(order_id, order);
  if (chance(chances.cancel)) {
    await pause(random.below(longestThoughtMs));
    order.isCancelled = await cancel(member, order_id);
  }
  await untilFinished(() => member.call('faceswap_result', { order_id }));
  if (chance(chances.deleteOrder)) await change(order, () => member.call('del_order', { order_id }));
  const upload = known.uploads.get(material_id)!;
  if (chance(chances.deleteUpload)) await change(upload, () => member.call('del_material', { material_id }));
}

async function uploadClip({ member, told, known }: Visit, { name, bytes }: Clip): Promise<string> {
  const format = name.split('.').at(-1)!;
  const signed = await member.call('upload_sign_url', { format, name, size: bytes.length });
  const { material_id, upload } = signed;
  const { method, headers } = upload;
  const { response, body, attempts } = await requestWithRetries(told, upload.url, () => ({
    method,
    headers,
    body: bytes as BodyInit,
  }));
  const wasStored = response.status === 409 && attempts > 1; // the answer to an earlier attempt was lost
  if (!response.ok && !wasStored) throw new Refused(response.status, 'upload', body.toString());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  known.uploads.set(material_id, { sha256, is: 'there' });
  return material_id;
}

async function cancel({ call }: DrillMember, order_id: string): Promise<boolean> {
  try {
    await call('faceswap_cancel', { order_id });
    return true;
  } catch (error) {
    if (error instanceof Refused && error.error === 'conflict') return false; // it had finished
    throw error;
  }
}

/** A deletion whose retry finds nothing has happened. */
async function change(row: { is: Standing }, remove: () => Promise<unknown>): Promise<void> {
  row.is = 'unknown';
  await remove().catch((error: unknown) => {
    if (!(error instanceof Refused && error.error === 'not_found')) throw error;
  });
  row.is = 'deleted';
}

async function untilFinished(poll: () => Promise<{ status: string; poll_after_ms?: number }>): Promise<void> {
  for (;;) {
    const { status, poll_after_ms = 500 } = await poll();
    if (isFinished(status as never)) return;
    await pause(poll_after_ms);
  }
}

/** At the test checkout, which is served by the API. */
async function buyCredits({ cluster, member, told, known }: Visit): Promise<void> {
  const { payment_id, action } = await member.call('stripe_buy', { product_id: 'pack_50' });
  const checkout = new URL((action as { url: string }).url).searchParams.get('checkout')!;
  const form = () => ({
    method: 'POST',
    redirect: 'manual' as const,
    body: new URLSearchParams({ checkout, outcome: 'succeed' }),
  });
  const { response } = await requestWithRetries(told, `${cluster.apiUrl}/dev/pay`, form);
  if (response.status !== 303) throw new Refused(response.status, 'checkout', 'the test checkout');
  known.paid.add(payment_id);
  await member.call('payment_verify', { id: payment_id, type: 'once' });
}

/** Signs in at the web role, and opens public and own pages. */
async function readPages({ cluster, member, told, random }: Visit): Promise<void> {
  const { siteUrl } = cluster;
  await requestWithRetries(told, siteUrl + random.pick(['/', '/pricing', '/face-swap-photo']), () => ({}));
  const { response } = await requestWithRetries(told, `${siteUrl}/login`, () => ({
    method: 'POST',
    redirect: 'manual',
    headers: { origin: siteUrl },
    body: new URLSearchParams({ email: member.email, password }),
  }));
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (response.status !== 302 || !cookie) throw new Refused(response.status, 'sign_in', 'at the web role');
  const own = await requestWithRetries(told, `${siteUrl}/my`, () => ({ headers: { cookie }, redirect: 'manual' }));
  if (own.response.status >= 400) throw new Refused(own.response.status, 'page', '/my');
}
