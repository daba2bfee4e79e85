import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { runBackupCommand } from '#backend/backup/commands';
import { BackupFailure } from '#backend/backup/failure';
import { makeBackup } from '#backend/backup/make-backup';
import { openBackup, restoreBackup } from '#backend/backup/restore-backup';
import { restoreSecrets } from '#backend/backup/secrets';
import { migrate } from '#backend/db/migrate';
import { diskStorage } from '#backend/providers/storage/disk';
import type { Storage } from '#backend/providers/storage/port';
import { member, openBackend, testLinks, type TestBackend } from '#tests/support/backend';
import { emptyDatabase } from '#tests/support/database';
import { addFace, detect, ledgerOf, upload, waitForSwap } from '#tests/support/journey';
import { emulatedStore, machineOf } from '#tests/support/object-store';
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { unhandledRejections } from '#tests/support/unhandled-rejections';

const quiet = { onProgress: () => {} };

function siteOf(backend: TestBackend, environment: Record<string, string> = {}) {
  return { databaseUrl: backend.url, storage: backend.deps.storage, dataDirectory: scratchFolder(), environment };
}

const emptyDisk = () => diskStorage({ root: scratchFolder(), ...testLinks });

async function restoreInto(storage: Storage, place: string, endSessions = false) {
  const url = await emptyDatabase();
  const restored = await restoreBackup({ databaseUrl: url, storage }, await openBackup(place), {
    endSessions,
    ...quiet,
  });
  return { ...restored, backend: await openBackend({}, { url, storage }) };
}

const put = (storage: Storage, key: string, content: string) => storage.put(key, Readable.from([Buffer.from(content)]));

function objectsOf(place: string): string[] {
  const shelves = readdirSync(join(place, 'objects'));
  return shelves.flatMap((shelf) =>
    readdirSync(join(place, 'objects', shelf)).map((name) => join(place, 'objects', shelf, name)),
  );
}

test('a backup made while orders run is restored into an object store: results play, the ledger is exact', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend, { credits: 50 });
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  await detect(ada, material_id);
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id: done } = await ada.call('faceswap_create', swap);
  await waitForSwap(ada, done);
  const { order_id: running } = await ada.call('faceswap_create', swap);

  const place = scratchFolder();
  const others = { stop: false, made: 0 };
  const ordering = (async () => {
    while (!others.stop && others.made++ < 30)
      await ada.call('upload_sign_url', { format: 'jpg', name: 'a.jpg', size: 9 });
  })();
  await makeBackup(siteOf(backend), place, quiet);
  others.stop = true;
  await ordering;

  const { storage } = await machineOf(await emulatedStore(), { links: testLinks });
  const { backend: second, ...restored } = await restoreInto(storage, place);
  expect(restored).toMatchObject({ uploads: 0, results: 0, facePhotos: 0 });
  await second.startWorker();
  const again = { ...ada, call: ((name, input) => second.call(name, input, { token: ada.token })) as typeof ada.call };
  const { order } = await waitForSwap(again, done);
  const original = await backend.fetch((await waitForSwap(ada, done)).order.result_url!);
  const played = await second.fetch(order.result_url!);
  expect(Buffer.from(await played.arrayBuffer())).toEqual(Buffer.from(await original.arrayBuffer()));
  expect((await waitForSwap(again, running)).status).toBe('succeeded');
  const { entries, sum, balance } = await ledgerOf(second, ada);
  expect(sum).toBe(balance);
  expect(entries.filter(({ kind }) => kind === 'hold')).toHaveLength(2);
});

test('a restored database has the same rows, and sessions end if asked for', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  // Line breaks of Unicode, at which Node's readline splits from version 24 on.
  await backend.call('feedback_create', { contents: 'One\u2028two\u2029three', email: ada.email });
  const place = scratchFolder();
  await makeBackup(siteOf(backend), place, quiet);
  const copy = await restoreInto(emptyDisk(), place);
  const rowsOf = async ({ db }: TestBackend) => ({
    account: await db.selectFrom('account').selectAll().orderBy('id').execute(),
    entries: await db.selectFrom('credit_entry').selectAll().orderBy('id').execute(),
    tokens: await db.selectFrom('access_token').selectAll().orderBy('hash').execute(),
    messages: await db.selectFrom('feedback').selectAll().execute(),
  });
  expect(await rowsOf(copy.backend)).toEqual(await rowsOf(backend));
  await expect(copy.backend.db.deleteFrom('credit_entry').execute(), 'triggers work').rejects.toThrow('not allowed');
  await expect(
    copy.backend.db.updateTable('credit_entry').set({ account_id: ada.accountId }).execute(),
  ).rejects.toThrow('not allowed');
  const ended = await restoreInto(emptyDisk(), place, true);
  expect((await rowsOf(ended.backend)).tokens).toEqual([]);
});

test('unchanged media are not read again, and old backups are removed with what only they have', async () => {
  const backend = await openBackend();
  const { storage } = backend.deps;
  await put(storage, 'materials/a.jpg', 'one');
  await put(storage, 'materials/b.jpg', 'one');
  const place = scratchFolder();
  const first = await makeBackup(siteOf(backend), place, quiet);
  expect(first.copied.files).toBe(2);
  expect(objectsOf(place), 'equal content is stored once').toHaveLength(1);
  await storage.remove('materials/a.jpg', 'materials/b.jpg');
  await put(storage, 'materials/c.jpg', 'two');
  const second = await makeBackup(siteOf(backend), place, quiet);
  expect(second.copied.files).toBe(1);
  const third = await makeBackup(siteOf(backend), place, { ...quiet, keep: 1 });
  expect(third).toMatchObject({ copied: { files: 0 }, removed: [expect.any(String), expect.any(String)] });
  expect(objectsOf(place).map((file) => readFileSync(file, 'utf8'))).toEqual(['two']);
  const target = emptyDisk();
  await restoreInto(target, place);
  expect(await target.size('materials/c.jpg')).toBe(3);
});

test('a backup that is just made stays, also where an earlier one has a later date', async () => {
  const backend = await openBackend();
  const place = scratchFolder();
  const ahead = await makeBackup(siteOf(backend), place, quiet);
  const dated = join(place, '2099-01-01T00-00-00-000Z');
  renameSync(ahead.folder, dated);
  await put(backend.deps.storage, 'materials/a.jpg', 'one');
  const made = await makeBackup(siteOf(backend), place, { ...quiet, keep: 1 });
  expect(made.removed).toEqual(['2099-01-01T00-00-00-000Z']);
  expect([existsSync(made.folder), existsSync(dated)]).toEqual([true, false]);
  const target = emptyDisk();
  await restoreInto(target, place);
  expect(await target.size('materials/a.jpg')).toBe(3);
});

test('rows whose files were deleted during the backup end with the next sweep', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  await upload(backend, ada, portraitBytes('amara'));
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  // As a deletion between the snapshot and the copies.
  const withoutFiles: Storage = { ...backend.deps.storage, list: async function* () {} };
  const place = scratchFolder();
  await makeBackup({ ...siteOf(backend), storage: withoutFiles }, place, quiet);
  const { backend: second, ...restored } = await restoreInto(emptyDisk(), place);
  expect(restored).toMatchObject({ uploads: 1, facePhotos: 1 });
  expect(await second.db.selectFrom('face').select('id').where('id', '=', face_id).execute()).toEqual([]);
  const { expires_at } = await second.db.selectFrom('material').select('expires_at').executeTakeFirstOrThrow();
  expect(expires_at!.getTime()).toBeLessThanOrEqual(Date.now());
});

test('a restore refuses a place that is not empty, and continues one that was interrupted', async () => {
  const backend = await openBackend();
  await put(backend.deps.storage, 'materials/a.jpg', 'one');
  await member(backend);
  const place = scratchFolder();
  await makeBackup(siteOf(backend), place, quiet);
  const source = await openBackup(place);
  const options = { endSessions: false, ...quiet };
  await expect(restoreBackup(siteOf(backend), source, options)).rejects.toThrow(/database is not empty/);
  const databaseUrl = await emptyDatabase();
  const foreign = emptyDisk();
  await put(foreign, 'materials/other.jpg', 'x');
  await expect(restoreBackup({ databaseUrl, storage: foreign }, source, options)).rejects.toThrow(
    /media are not empty/,
  );
  const half = emptyDisk();
  await put(half, 'materials/a.jpg', 'one');
  expect(await restoreBackup({ databaseUrl, storage: half }, source, options)).toMatchObject({ files: 1 });
});

test('a restore ends with the fault of its storage, in one piece', async () => {
  const backend = await openBackend();
  await put(backend.deps.storage, 'materials/a.jpg', 'one');
  const place = scratchFolder();
  await makeBackup(siteOf(backend), place, quiet);
  const unhandled = unhandledRejections();
  const full = { ...emptyDisk(), size: () => Promise.reject(new Error('The store is gone.')) };
  await expect(restoreInto(full, place)).rejects.toThrow('The store is gone.');
  expect(unhandled).not.toHaveBeenCalled();
});

test('rows of an older version are not loaded into the tables of a newer one', async () => {
  const [older, newer] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(older, '044-blocked-faces');
  await migrate(newer);
  const place = scratchFolder();
  const site = { databaseUrl: older, storage: emptyDisk(), dataDirectory: scratchFolder(), environment: {} };
  await makeBackup(site, place, quiet);
  const target = { databaseUrl: newer, storage: emptyDisk() };
  const restoring = restoreBackup(target, await openBackup(place), { endSessions: false, ...quiet });
  await expect(restoring).rejects.toThrow(/newer version .*new, empty database/);
});

test('secrets are restored together, or none if DATA_DIR has another one', async () => {
  const site = siteOf(await openBackend());
  for (const name of ['session-secret', 'media-secret']) writeFileSync(join(site.dataDirectory, name), `the ${name}`);
  const place = scratchFolder();
  await makeBackup(site, place, quiet);
  const source = await openBackup(place);
  const dataDirectory = scratchFolder();
  writeFileSync(join(dataDirectory, 'media-secret'), 'another');
  await expect(restoreSecrets(source, dataDirectory)).rejects.toThrow(
    /media-secret exists already.*Nothing was restored/,
  );
  expect(readdirSync(dataDirectory)).toEqual(['media-secret']);
  rmSync(join(dataDirectory, 'media-secret'));
  await restoreSecrets(source, dataDirectory);
  expect(readFileSync(join(dataDirectory, 'session-secret'), 'utf8')).toBe('the session-secret');
});

test('any damage is noticed, and the database stays empty', async () => {
  const backend = await openBackend();
  await put(backend.deps.storage, 'materials/a.jpg', 'one');
  const databaseUrl = await emptyDatabase();
  const damages: Record<string, (folder: string) => void> = {
    'a changed table': (folder) => writeFileSync(tableIn(folder), Buffer.alloc(statSync(tableIn(folder)).size)),
    'a missing table': (folder) => rmSync(tableIn(folder)),
    'a shortened object': (folder) => truncateSync(objectsOf(join(folder, '..'))[0]!, 1),
    'a changed object': (folder) => writeFileSync(objectsOf(join(folder, '..'))[0]!, 'two'),
    'a missing description': (folder) => rmSync(join(folder, 'manifest.json')),
  };
  const restore = async (place: string) =>
    restoreBackup({ databaseUrl, storage: emptyDisk() }, await openBackup(place), { endSessions: false, ...quiet });
  for (const [name, damage] of Object.entries(damages)) {
    const place = scratchFolder();
    damage((await makeBackup(siteOf(backend), place, quiet)).folder);
    await expect(restore(place), name).rejects.toThrow(/damaged|missing|not the description/);
  }
  const place = scratchFolder();
  await makeBackup(siteOf(backend), place, quiet);
  expect(await restore(place)).toMatchObject({ files: 1 });
});

test.each([
  ['a missing', (file: string) => rmSync(file)],
  ['a shortened', (file: string) => truncateSync(file, 5)],
])('%s part of the newest backup is reported by the next one', async (_, damage) => {
  const site = siteOf(await openBackend());
  await put(site.storage, 'materials/a.jpg', 'one');
  const place = scratchFolder();
  const file = join((await makeBackup(site, place, quiet)).folder, 'media.jsonl.gz');
  damage(file);
  const next = makeBackup(site, place, quiet);
  await expect(next).rejects.toThrow(BackupFailure);
  await expect(next).rejects.toThrow(file);
});

const tableIn = (folder: string) => join(folder, 'tables/public.account.jsonl.gz');

test('a backup for which the disk is too small says so, and leaves nothing of itself', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await upload(backend, ada, portraitBytes('amara'));
  const full = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
  const site = { ...siteOf(backend), storage: { ...backend.deps.storage, open: full } as unknown as Storage };
  const place = scratchFolder();
  await expect(makeBackup(site, place, quiet)).rejects.toThrow(`The disk of ${place} is full.`);
  expect(readdirSync(place).filter((name) => name !== 'objects')).toEqual([]);
});

test('the commands report what they did, what is not included, and what was wrong', async () => {
  const backend = await openBackend();
  const environment = { MEDIA_SECRET: 'a secret of the environment, long enough' };
  const site = siteOf(backend, environment);
  writeFileSync(join(site.dataDirectory, 'session-secret'), 'a secret of the folder');
  const place = scratchFolder();
  const target = {
    databaseUrl: await emptyDatabase(),
    storage: emptyDisk(),
    dataDirectory: scratchFolder(),
    environment,
  };
  const run = async (line: string, given: Record<string, string> = environment) => {
    let [out, err] = ['', ''];
    const code = await runBackupCommand(line.split(' '), {
      out: (text) => void (out += text),
      err: (text) => void (err += text),
      dataDirectory: () => target.dataDirectory,
      environment: given,
      emptyPlace: () => Promise.reject(new Error('not used')),
      withSite: (use, work) => work(use === 'existing' ? site : target),
    });
    return { code, out, err };
  };
  expect(await run('backup')).toMatchObject({ code: 2, err: expect.stringContaining('One folder is required') });
  expect(await run(`backup ${place} --keep none`)).toMatchObject({ code: 2 });
  expect(await run(`backup ${place} --at latest`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('"backup" has no option --at.'),
  });
  expect(await run(`restore ${place} --keep 3`)).toMatchObject({ code: 2 });
  expect(await run(`restore ${place} --at yesterday`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--at must be'),
  });
  expect(await run(`restore ${place} --at latest`)).toMatchObject({
    code: 4,
    err: expect.stringContaining('WAL_ARCHIVE_DIR'),
  });
  for (const line of [`restore ${place}/none`, `restore ${place}/none --at latest`]) {
    const err = expect.stringContaining(`There is no folder ${place}/none.`);
    expect(await run(line)).toMatchObject({ code: 4, err });
  }
  expect(await run(`backup ${backend.mediaFolder}/..`)).toMatchObject({
    code: 4,
    err: expect.stringContaining('other files'),
  });
  const made = await run(`backup ${place}`);
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Not included') });
  expect(made.out).toContain('MEDIA_SECRET');
  expect(
    readFileSync(
      join(
        place,
        readdirSync(place).find((name) => name.startsWith('2'))!,
        'manifest.json',
      ),
      'utf8',
    ),
  ).not.toContain(environment.MEDIA_SECRET);
  expect(await run(`restore ${scratchFolder()}`)).toMatchObject({ code: 4 });
  const { code, out, err } = await run(`restore ${scratchFolder()} --json`);
  expect({ code, error: JSON.parse(out).error }).toEqual({
    code: 4,
    error: { message: expect.stringMatching(/^There is no backup in .*: manifest\.json is missing\.$/), exit_code: 4 },
  });
  expect(err).toBe('Checking the backup …');
  const restored = await run(`restore ${place}`, { MEDIA_SECRET: 'another' });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('MEDIA_SECRET differs') });
  expect(readFileSync(join(target.dataDirectory, 'session-secret'), 'utf8')).toBe('a secret of the folder');
});
