import { setTimeout as pause } from 'node:timers/promises';
import { isFinished } from '#contract';
import type { Member, TestBackend } from './backend';

/** More often, the calls would take time from what they wait for. */
export const untilNextPoll = () => pause(100);

type Caller = Pick<Member, 'call'>;

export async function upload(
  backend: Pick<TestBackend, 'fetch'>,
  who: Caller,
  bytes: Uint8Array,
  name = 'photo.jpg',
): Promise<string> {
  const format = name.split('.').at(-1)!;
  const { material_id, upload: to } = await who.call('upload_sign_url', { format, name, size: bytes.length || 1 });
  const response = await backend.fetch(to.url, { method: to.method, headers: to.headers, body: bytes as BodyInit });
  if (!response.ok) throw new Error(`the upload was answered ${response.status}: ${await response.text()}`);
  return material_id;
}

export async function fileKeyOf({ db }: Pick<TestBackend, 'db'>, materialId: string): Promise<string> {
  const material = db.selectFrom('material').select('file_key').where('id', '=', materialId);
  return (await material.executeTakeFirstOrThrow()).file_key;
}

export async function keysIn({ deps }: Pick<TestBackend, 'deps'>, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list(folder)) keys.push(key);
  return keys;
}

export async function detect(who: Caller, materialId: string, trim?: { start_ms: number; end_ms: number }) {
  await who.call('upload_detect_create', { material_id: materialId, ...(trim && { trim_interval: trim }) });
  for (;;) {
    const detection = await who.call('upload_detect_result', { material_id: materialId });
    if (isFinished(detection.status)) return detection;
    await untilNextPoll();
  }
}

/** Including derivatives. */
export async function waitUntilProbed(who: Caller, materialId: string) {
  for (;;) {
    const { material, price } = await who.call('upload_material_detail', { material_id: materialId });
    if (material.status !== 'probing' && material.playable_progress === null) return { material, price };
    await untilNextPoll();
  }
}

export function addFace(who: Caller, bytes: Uint8Array, key?: string) {
  return who.call('upload_face', { photo: new Blob([bytes as BlobPart]), consent: 'true' }, key);
}

export function addFacePhoto(who: Caller, face_id: string, bytes: Uint8Array, key?: string) {
  return who.call('upload_face_photo', { face_id, photo: new Blob([bytes as BlobPart]), consent: 'true' }, key);
}

export async function waitForSwap(who: Caller, orderId: string) {
  for (;;) {
    const result = await who.call('faceswap_result', { order_id: orderId });
    if (isFinished(result.status)) return result;
    await untilNextPoll();
  }
}

/** Their sum must equal the balance. */
export async function ledgerOf(backend: TestBackend, { accountId }: Member) {
  const entries = await backend.db
    .selectFrom('credit_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const wallet = await backend.db
    .selectFrom('wallet')
    .select('balance')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { entries, sum: entries.reduce((sum, entry) => sum + entry.delta, 0), balance: wallet.balance };
}
