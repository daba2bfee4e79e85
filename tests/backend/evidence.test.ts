import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { member, openBackend } from '#tests/support/backend';
import { finishedCreation } from '#tests/support/finished-creation';
import { upload } from '#tests/support/journey';
import { operatorOf } from '#tests/support/operator';
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

const report = {
  description: 'A swap that shows me.',
  person: 'Amara',
  good_faith: 'true',
  email: 'amara@example.com',
  signature: 'Amara',
} as const;

test('evidence of a case has its media, the rows of their owner alone, and a manifest of all files', async () => {
  const backend = await openBackend();
  const admin = operatorOf(backend);
  const [ada, bo] = [await member(backend), await member(backend)];
  const result = portraitBytes('amara');
  const { order_id } = await finishedCreation(backend, ada, { result });
  const photo = await upload(backend, ada, portraitBytes('diego'), 'diego.jpg');
  await upload(backend, bo, portraitBytes('elsa'), 'elsa.jpg');
  const location = `https://faceswap.test/creation_detail?order_id=${order_id}`;
  const { case_id } = await backend.call('feedback_takedown', { ...report, location });

  const to = join(scratchFolder(), 'evidence');
  const asked = `evidence ${case_id} --to ${to} --reason "Request 12/26 of the police"`;
  expect(await admin(`evidence ${case_id} --reason none`)).toMatchObject({ code: 2 });
  expect(await admin(asked)).toMatchObject({ code: 0, out: expect.stringContaining(to) });

  const read = (name: string) => readFileSync(join(to, name));
  const json = (name: string) => JSON.parse(String(read(name)));
  const manifest = json('manifest.json');
  expect(manifest).toMatchObject({ case: case_id, made_by: 'tess', reason: 'Request 12/26 of the police' });
  const onDisk = readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(onDisk).toHaveLength(manifest.files.length + 1);
  for (const { name, bytes, sha256 } of manifest.files) {
    expect(read(name)).toHaveLength(bytes);
    expect(createHash('sha256').update(read(name)).digest('hex')).toBe(sha256);
  }
  expect(read(`media/result-${order_id}.jpg`)).toEqual(result);
  expect(json('case.json')).toMatchObject({ person: 'Amara', removed_sha256: [] });
  expect(json(`accounts/${ada.accountId}/account.json`).items).toMatchObject([{ email: ada.email }]);
  expect(existsSync(join(to, 'accounts', bo.accountId))).toBe(false);
  expect(String(onDisk.map((entry) => entry.name))).not.toContain(photo);
  expect((await admin('audit')).out).toMatch(/evidence_made.*tess: case .*Request 12\/26/);

  expect(await admin(asked)).toMatchObject({ code: 2, err: expect.stringContaining('EEXIST') });

  const fingerprint = '-6148914691236517207'; // beyond the integers of a JavaScript number
  await backend.db
    .updateTable('creation')
    .set({ fingerprints: [fingerprint] })
    .where('id', '=', order_id)
    .execute();
  const removed = join(scratchFolder(), 'removed');
  expect((await admin(`take-down ${case_id} --creation ${order_id} --reason "No consent"`)).code).toBe(0);
  expect((await admin(`evidence ${case_id} --to ${removed} --reason "Asked again"`)).code).toBe(0);
  const blocks = JSON.parse(String(readFileSync(join(removed, 'case.json'))));
  expect(blocks.removed_sha256[0]).toBe(createHash('sha256').update(result).digest('hex'));
  expect(blocks.removed_fingerprints).toEqual([fingerprint]);
  expect(String(readFileSync(join(removed, 'operators.json')))).toContain('No consent');
});
