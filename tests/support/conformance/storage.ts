import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Upload } from '@tus/server';
import { FileTooLarge, type Storage } from '#backend/providers/storage/port';

async function* chunks(...parts: Uint8Array[]) {
  yield* parts;
}

async function* brokenAfter(part: Uint8Array) {
  yield part;
  throw new Error('the sender went away');
}

export function storageConformance(name: string, make: () => Promise<Storage>): void {
  test(`${name}: returns what was stored, with size and hash`, async () => {
    const storage = await make();
    const bytes = randomBytes(300_000);
    const stored = await storage.put('a/b/c.jpg', chunks(bytes.subarray(0, 100_000), bytes.subarray(100_000)));
    expect(stored.size).toBe(300_000);
    expect(stored.sha256).toMatch(/^[0-9a-f]{64}$/);
    const opened = await storage.open('a/b/c.jpg');
    expect(await buffer(opened!.stream)).toEqual(bytes);
    expect(await storage.withLocalFile('a/b/c.jpg', (path) => readFile(path))).toEqual(bytes);
  });

  test(`${name}: reads ranges within the file only`, async () => {
    const storage = await make();
    await storage.put('r.png', chunks(Buffer.from('0123456789')));
    const part = async (range: { start?: number; end?: number }) => {
      const opened = await storage.open('r.png', range);
      return opened && { text: String(await buffer(opened.stream)), range: opened.range, size: opened.size };
    };
    expect(await part({ start: 2, end: 4 })).toEqual({ text: '234', range: { start: 2, end: 4 }, size: 10 });
    expect(await part({ start: 7 })).toMatchObject({ text: '789' });
    expect(await part({ start: 8, end: 100 })).toMatchObject({ text: '89', range: { start: 8, end: 9 } });
    expect(await part({ start: 10 })).toBeNull();
  });

  test(`${name}: a failed write stores nothing and keeps the old file`, async () => {
    const storage = await make();
    await storage.put('keep.jpg', chunks(Buffer.from('old')));
    await expect(storage.put('keep.jpg', chunks(randomBytes(11)), { maxBytes: 10 })).rejects.toThrow(FileTooLarge);
    await expect(storage.put('keep.jpg', brokenAfter(randomBytes(5)))).rejects.toThrow('went away');
    expect(String(await buffer((await storage.open('keep.jpg'))!.stream))).toBe('old');
    await expect(storage.put('new.jpg', brokenAfter(randomBytes(5)))).rejects.toThrow();
    expect(await storage.size('new.jpg')).toBeNull();
  });

  test(`${name}: removes files, ignoring missing ones`, async () => {
    const storage = await make();
    await storage.put('x.jpg', chunks(Buffer.from('x')));
    await storage.remove('x.jpg', 'never.jpg');
    expect(await storage.open('x.jpg')).toBeNull();
  });

  test(`${name}: lists files below a folder with modification times`, async () => {
    const storage = await make();
    for (const key of ['m/1/a.jpg', 'm/1/b.jpg', 'm/2/a.jpg', 'n/1/a.jpg'])
      await storage.put(key, chunks(Buffer.from(key)));
    const found: { key: string; changed: Date }[] = [];
    for await (const file of storage.list('m')) found.push(file);
    expect(found.map(({ key }) => key).sort()).toEqual(['m/1/a.jpg', 'm/1/b.jpg', 'm/2/a.jpg']);
    for (const { changed } of found) expect(Math.abs(changed.getTime() - Date.now())).toBeLessThan(60_000);
    for await (const file of storage.list('none')) expect(file).toBeUndefined();
  });

  test(`${name}: a resumable upload that is sent again leaves the file that was stored of it`, async () => {
    const { resumable, ...storage } = await make();
    const id = resumable.idOf('m/1/a.jpg');
    const send = async (text: string) => {
      await resumable.dataStore.create(new Upload({ id, size: text.length, offset: 0 }));
      await resumable.dataStore.write(Readable.from([Buffer.from(text)]), id, 0);
    };
    const read = async (key: string) => String(await buffer((await storage.open(key))!.stream));
    await send('first');
    const stored = await resumable.finish('m/1/a.jpg', 'm/1/one.jpg');
    expect(stored).toEqual({ size: 5, sha256: createHash('sha256').update('first').digest('hex') });
    await send('second');
    expect(await resumable.finish('m/1/a.jpg', 'm/1/two.jpg')).toMatchObject({ size: 6 });
    expect([await read('m/1/one.jpg'), await read('m/1/two.jpg')]).toEqual(['first', 'second']);
    await storage.remove('m/1/a.jpg');
    expect(await resumable.finish('m/1/a.jpg', 'm/1/three.jpg')).toBeNull();
    expect([await read('m/1/one.jpg'), await storage.size('m/1/three.jpg')]).toEqual(['first', null]);
  });

  test(`${name}: clears abandoned uploads but no stored file`, async () => {
    const storage = await make();
    await storage.put('m/1/a.jpg', chunks(Buffer.from('a')));
    const upload = new Upload({ id: storage.resumable.idOf('m/2/a.jpg'), size: 10, offset: 0 });
    await storage.resumable.dataStore.create(upload);
    expect(await storage.clearAbandoned(new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage.clearAbandoned(new Date(Date.now() + 60_000), AbortSignal.abort())).toBe(0);
    await storage.resumable.dataStore.getUpload(upload.id);
    expect(await storage.clearAbandoned(new Date(Date.now() + 60_000))).toBeGreaterThan(0);
    await expect(storage.resumable.dataStore.getUpload(upload.id)).rejects.toBeDefined();
    expect(await storage.size('m/1/a.jpg')).toBe(1);
  });

  test.each(['../x', '/x', 'a//b', 'a/../b', '.hidden', 'a/.b', 'A', 'x y', '', 'a/'])(
    `${name}: rejects the key "%s"`,
    async (key) => {
      const storage = await make();
      await expect(storage.put(key, chunks(Buffer.from('x')))).rejects.toThrow('is not a valid storage key');
    },
  );
}
