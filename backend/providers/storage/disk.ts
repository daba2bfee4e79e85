import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { assertKey, isKey } from './keys';
import { FileTooLarge, isOutOfSpace, StorageFull, type OpenedFile, type Storage, type StoredFile } from './port';
import { diskReserve, type DiskReserve } from './disk-reserve';
import { filesBelow, moveDurably, removeIfEmpty, removeOlder } from './disk-files';
import { diskResumable } from './disk-resumable';
import { apiLinks, type LinkOptions } from './links';

export interface DiskOptions extends LinkOptions {
  root: string;
  reserve?: DiskReserve;
  /** A file may be removed while a local path to it is used. */
  keepsInUse?: boolean;
}

async function writeSynced(path: string, body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLarge(maxBytes);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

async function withOwnLink<T>(root: string, path: string, work: (path: string) => Promise<T>): Promise<T> {
  const own = join(root, '.incoming', randomUUID() + extname(path));
  await mkdir(dirname(own), { recursive: true });
  await link(path, own);
  try {
    const now = new Date();
    await utimes(own, now, now); // abandoned links are swept by age
    return await work(own);
  } finally {
    await rm(own, { force: true });
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export function diskStorage({
  root,
  secret,
  publicUrl,
  mediaUrl,
  reserve = diskReserve({ folder: root, bytes: 0 }),
  keepsInUse = false,
}: DiskOptions): Storage {
  const pathOf = (key: string) => {
    assertKey(key);
    return join(root, key);
  };
  const put: Storage['put'] = async (key, body, { maxBytes = Infinity, useReserve = false } = {}) => {
    const path = pathOf(key);
    const incoming = join(root, '.incoming', randomUUID());
    await mkdir(dirname(incoming), { recursive: true });
    try {
      const stored = await writeSynced(incoming, useReserve ? body : reserve.guard(body), maxBytes);
      await moveDurably(incoming, path);
      return stored;
    } catch (error) {
      await rm(incoming, { force: true });
      if (isOutOfSpace(error)) throw new StorageFull('no space left', { cause: error });
      throw error;
    }
  };
  const resumable = diskResumable({ folder: join(root, '.incoming', 'resumable'), put, reserve });
  const statOf = async (key: string) => {
    try {
      const { size, mtimeMs } = await stat(pathOf(key));
      return { size, tag: `${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}` };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  const size = async (key: string) => (await statOf(key))?.size ?? null;

  return {
    put,

    diskSpace: () => reserve.diskSpace(),

    assertDiskSpace: () => reserve.assertDiskSpace(),

    async open(key, range = {}): Promise<OpenedFile | null> {
      const total = await size(key);
      if (total === null) return null;
      const start = range.start ?? 0;
      const end = Math.min(range.end ?? total - 1, total - 1);
      if (start > end && total > 0) return null;
      const stream = createReadStream(pathOf(key), total > 0 ? { start, end } : {});
      return { stream, size: total, range: { start, end } };
    },

    size,
    stat: statOf,

    async remove(...keys) {
      const paths = keys.flatMap((key) => [pathOf(key), ...resumable.filesOf(key)]);
      await Promise.all(paths.map((path) => rm(path, { force: true })));
      const folders = new Set(keys.filter((key) => key.split('/').length > 2).map((key) => dirname(pathOf(key))));
      await Promise.all([...folders].map(removeIfEmpty));
    },

    async *list(folder) {
      if (folder !== undefined) assertKey(folder);
      for await (const { path, changed } of filesBelow(join(root, folder ?? ''), new Date(0))) {
        const key = relative(root, path).replaceAll(sep, '/');
        if (isKey(key)) yield { key, changed };
      }
    },

    async clearAbandoned(before, signal) {
      const removed = await removeOlder(join(root, '.incoming'), before, signal);
      // Removes empty folders.
      for await (const _ of filesBelow(root, before)) if (signal?.aborted) break;
      return removed;
    },

    withLocalFile: (key, work) => (keepsInUse ? withOwnLink(root, pathOf(key), work) : work(pathOf(key))),

    ...apiLinks({ secret, publicUrl, mediaUrl }),

    resumable,
  };
}
