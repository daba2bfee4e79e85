import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportedRows } from '#backend/domain/data-export/export-rows';
import { exportFiles, partsOf } from '#backend/domain/data-export/export-files';
import { faceConsentText, swapConsentText } from '#contract';
import { member, openBackend } from '#tests/support/backend';
import { addFace, detect, upload, waitForSwap } from '#tests/support/journey';
import { mailsWaitingFor } from '#tests/support/mails';
import { portraitBytes } from '#tests/support/portraits';
import { readZip } from '#tests/support/read-zip';

test('the zip has all that the account owns, with consents in words and every file', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const [ada, eve] = [await member(backend), await member(backend)];
  const photo = portraitBytes('amara');
  const material_id = await upload(backend, ada, photo, 'holiday.jpg');
  await detect(ada, material_id);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await ada.call('faceswap_create', swap);
  await waitForSwap(ada, order_id);
  await ada.call('rename_order', { order_id, name: 'Beach.HEIC' });
  await addFace(eve, portraitBytes('sofia'));

  const { parts, expires_at } = await ada.call('my_data_export', {});
  expect(parts).toMatchObject([{ files: 3 }]);
  expect(parts[0]!.url).toContain(`expires=${new Date(expires_at).getTime() / 1000}&`);
  const response = await backend.fetch(parts[0]!.url);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="faceswap-data-1.zip"');
  const files = readZip(Buffer.from(await response.arrayBuffer()));
  const names = Object.keys(files);
  expect(names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))).toEqual(
    Object.keys(exportedRows),
  );
  expect(files[names.find((name) => name.startsWith(`uploads/holiday ${material_id}`))!]).toEqual(Buffer.from(photo));
  expect(names).toContain(`results/Beach ${order_id}.jpg`);
  expect(names.filter((name) => name.startsWith('faces/'))).toHaveLength(1);

  const itemsOf = (name: string) => JSON.parse(files[`${name}.json`]!.toString()).items;
  expect(itemsOf('account')).toMatchObject([{ email: ada.email }]);
  expect(itemsOf('consents').map(({ text }: { text: string }) => text)).toEqual([swapConsentText, faceConsentText]);
  expect(itemsOf('orders')).toMatchObject([{ id: order_id, status: 'succeeded' }]);
  expect(itemsOf('ledger').map(({ kind }: { kind: string }) => kind)).toEqual(['hold', 'grant']);
  const all = JSON.stringify(names.map((name) => (name.endsWith('.json') ? files[name]!.toString() : '')));
  expect(all).not.toContain(eve.accountId);
  expect(all).not.toMatch(/hash|secret"/);
});

test('an export needs a recent sign-in, is mailed and audited, and its links end with the account', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { parts } = await ada.call('my_data_export', {});
  expect((await backend.fetch(parts[0]!.url)).status).toBe(200);
  const next = parts[0]!.url.replace('/1.zip', '/2.zip');
  expect((await backend.fetch(next)).status).toBe(404);
  expect(await mailsWaitingFor(backend, ada)).toEqual(['data_exported']);
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  await expect(ada.call('my_data_export', {})).rejects.toMatchObject({ error: 'conflict' });
  await backend.db.updateTable('account').set({ suspended_at: new Date() }).execute();
  expect((await backend.fetch(parts[0]!.url)).status).toBe(404);
});

test('names in the zip are short enough for every file system, and end with a whole character', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await upload(
    backend,
    ada,
    portraitBytes('amara'),
    `${'休'.repeat(49)}😀😀${'休'.repeat(40)}.jpg`,
  );
  await backend.db.updateTable('material').set({ status: 'ready' }).execute();
  const [file] = await exportFiles(backend.db, ada.accountId);
  expect(file!.name).toBe(`uploads/${'休'.repeat(49)}😀 ${material_id}.jpg`);
  expect(Buffer.byteLength(`${'😀'.repeat(50)} ${material_id}.webp`)).toBeLessThanOrEqual(255);
});

test('large accounts get several parts', () => {
  const file = (weight: number) => ({ key: 'k', name: 'n', changed: new Date(), weight, place: '' });
  const gigabyte = 1024 ** 3;
  expect(partsOf([])).toEqual([[]]);
  expect(partsOf([1.5, 1, 0.5, 0.6, 3, 0.1].map((n) => file(n * gigabyte))).map((part) => part.length)).toEqual([
    1, 2, 1, 1, 1,
  ]);
  expect(partsOf(Array.from({ length: 1001 }, () => file(1))).map((part) => part.length)).toEqual([500, 500, 1]);
});

test('a file that is deleted between two downloads moves no other file from part to part', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const ids: string[] = [];
  for (const name of ['one.jpg', 'two.jpg', 'three.jpg'])
    ids.push(await upload(backend, ada, portraitBytes('amara'), name));
  await backend.db
    .updateTable('material')
    .set({ status: 'ready', size: 1.5 * 1024 ** 3 })
    .execute();
  const { parts } = await ada.call('my_data_export', {});
  const uploads: string[] = [];
  for (const { url } of parts) {
    const response = await backend.fetch(url);
    const entries = Object.keys(readZip(Buffer.from(await response.arrayBuffer())));
    uploads.push(...entries.filter((entry) => entry.startsWith('uploads/')).map((entry) => entry.split(' ')[0]!));
    if (uploads.length === 1) await ada.call('del_material', { material_id: ids[0]! });
  }
  expect(uploads).toEqual(['uploads/one', 'uploads/two', 'uploads/three']);
});

test('every table that names an account is exported, or stated here with the reason', async () => {
  const source = readFileSync('backend/domain/data-export/export-rows.ts', 'utf8');
  const files = readFileSync('backend/domain/data-export/export-files.ts', 'utf8');
  const leftOut = {
    recovery_code: 'hashes',
    passkey_challenge: 'hashes, for minutes',
    mail_code: 'hashes, for hours',
    task: 'with orders; the others are computed from uploads',
    face_examination: 'for minutes',
    deletion: 'for seconds',
    shared_swap: 'while an order runs',
    shared_segment: 'while an order runs',
    credit_debt: 'with the ledger',
    webhook_event: 'sent to the owner’s endpoints',
    webhook_delivery: 'sent to the owner’s endpoints',
  };
  const backend = await openBackend();
  const { rows } = await backend.pool.query(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'`,
  );
  const missing = rows
    .map(({ table_name }) => String(table_name))
    .filter((table) => !new RegExp(`(From|Join)\\('${table}'`).test(source + files) && !(table in leftOut));
  expect(missing).toEqual([]);
});
