import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { assertKey } from './keys';
import { FileTooLarge, StorageFull, type OpenedFile, type Storage, type StoredFile } from './port';
import { diskReserve, type DiskReserve } from './disk-reserve';
import { filesBelow, moveDurably, removeIfEmpty, removeOlder } from './disk-files';
import { diskResumable } from './disk-resumable';
import { signGrant } from './signature';

export interface DiskOptions {
  root: string;
  secret: string;
  publicUrl: string;
  /** If a CDN serves read links. */
  mediaUrl?: string | undefined;
  reserve?: DiskReserve;
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

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export function diskStorage({
  root,
  secret,
  publicUrl,
  mediaUrl = publicUrl,
  reserve = diskReserve({ folder: root, bytes: 0 }),
}: DiskOptions): Storage {
  const pathOf = (key: string) => {
    assertKey(key);
    return join(root, key);
  };
  const linkTo = (base: string, key: string, query: URLSearchParams) =>
    `${base.replace(/\/$/, '')}/media/${key}?${query}`;
  const resumable = diskResumable({ folder: join(root, '.incoming', 'resumable'), pathOf, reserve });
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
    async put(key, body, { maxBytes = Infinity, useReserve = false } = {}) {
      const path = pathOf(key);
      const incoming = join(root, '.incoming', randomUUID());
      await mkdir(dirname(incoming), { recursive: true });
      try {
        const stored = await writeSynced(incoming, useReserve ? body : reserve.guard(body), maxBytes);
        await moveDurably(incoming, path);
        return stored;
      } catch (error) {
        await rm(incoming, { force: true });
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
          throw new StorageFull('no space left', { cause: error });
        throw error;
      }
    },

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
      assertKey(folder);
      for await (const { path, changed } of filesBelow(join(root, folder), new Date(0))) {
        yield { key: relative(root, path).replaceAll(sep, '/'), changed };
      }
    },

    async clearAbandoned(before) {
      const removed = await removeOlder(join(root, '.incoming'), before);
      for await (const _ of filesBelow(root, before)); // removes empty folders
      return removed;
    },

    withLocalFile: (key, work) => work(pathOf(key)),

    linkToRead: (key, { expires, saveAs }) =>
      linkTo(mediaUrl, key, signGrant(secret, { method: 'GET', key, expires, ...(saveAs ? { saveAs } : {}) })),

    linkToShared: (token, file) => `${publicUrl}/shared/file?${new URLSearchParams({ token, file })}`,

    linkToWrite: (key, { expires, maxBytes, contentType }) => ({
      url: linkTo(publicUrl, key, signGrant(secret, { method: 'PUT', key, expires, maxBytes, contentType })),
      method: 'PUT',
      headers: { 'content-type': contentType },
    }),

    linkToResume: (key, { expires, maxBytes }) =>
      `${publicUrl}/resumable/${key}?${signGrant(secret, { method: 'TUS', key, expires, maxBytes })}`,

    resumable,
  };
}
