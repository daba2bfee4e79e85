import { createHash } from 'node:crypto';
import { type Readable } from 'node:stream';
import type { DiskReserve } from '#backend/providers/storage/disk-reserve';
import { assertKey, isKey } from '#backend/providers/storage/keys';
import { apiLinks, type LinkOptions } from '#backend/providers/storage/links';
import { StorageUnavailable, type OpenedFile, type Storage, type StoredFile } from '#backend/providers/storage/port';
import { openStore, StoreRefused, type Limits, type S3Settings } from './client';
import { localCache } from './local-cache';
import { openPresign } from './presign';
import { NoStore, openObjects, type Objects } from './objects';
import { incomingFolder, s3Resumable } from './resumable';
import { hashed, writeObject } from './write';

export interface S3Options extends LinkOptions {
  settings: S3Settings;
  cache: { folder: string; maxBytes: number };
  /** Of the disk with the cache and temporary files. */
  reserve: DiskReserve;
  /** Workers need the disk; what the API receives goes to the store. */
  isWorker: boolean;
  limits?: Limits;
}

/** The store responds, and refuses. */
export class StoreMisconfigured extends Error {}

class Corrupted extends Error {}

export async function s3Storage(options: S3Options): Promise<Storage> {
  const { settings, cache, reserve, isWorker, limits, ...links } = options;
  const store = await openStore(settings, limits);
  const objects = openObjects(store);
  const presign = await openPresign(store);
  await assertUsable(objects, settings);
  const local = localCache({ ...cache, reserve });

  const put: Storage['put'] = async (key, body, { maxBytes = Infinity } = {}) => {
    assertKey(key);
    return writeObject(objects.target(key), body, maxBytes);
  };

  async function hashOf(key: string): Promise<StoredFile | null> {
    const object = await objects.open(key);
    if (!object) return null;
    return hashed(object.stream as AsyncIterable<Uint8Array>);
  }

  /** Of the version that was found. */
  async function download(key: string, size: number): Promise<AsyncIterable<Uint8Array>> {
    const object = await objects.open(key);
    if (!object) throw missing(key);
    return verified(key, object.stream, { size, sha256: object.sha256 });
  }

  const presignPiece = settings.takesPieces ? presign?.toWrite : undefined;
  const { resumable, removeUploads } = s3Resumable({ objects, put, hashOf, presignPiece });

  return {
    put,

    diskSpace: () => reserve.diskSpace(),

    assertDiskSpace: async () => {
      if (isWorker) await reserve.assertDiskSpace();
    },

    async open(key, range = {}): Promise<OpenedFile | null> {
      assertKey(key);
      const { start, end } = range;
      const isWhole = start === undefined && end === undefined;
      if (!isWhole && end !== undefined && (start ?? 0) > end) return null;
      const object = isWhole ? await objects.open(key) : await objects.openRange(key, start ?? 0, end);
      if (!object) return null;
      const { stream, size } = object;
      return { stream, size, range: { start: object.start, end: Math.min(end ?? size - 1, size - 1) } };
    },

    async size(key) {
      assertKey(key);
      return (await objects.stat(key))?.size ?? null;
    },

    async stat(key) {
      assertKey(key);
      return objects.stat(key);
    },

    async remove(...keys) {
      keys.forEach(assertKey);
      await objects.remove(keys);
      await removeUploads(keys);
    },

    async *list(folder) {
      if (folder !== undefined) assertKey(folder);
      for await (const { name, changed } of objects.list(folder === undefined ? '' : `${folder}/`)) {
        if (isKey(name)) yield { key: name, changed };
      }
    },

    async clearAbandoned(before, signal) {
      const old: string[] = [];
      for await (const { name, changed } of objects.list(incomingFolder)) {
        if (signal?.aborted) return 0;
        if (changed < before) old.push(name);
      }
      await objects.remove(old);
      return old.length + (await objects.abortParts(before, signal));
    },

    async withLocalFile(key, work) {
      assertKey(key);
      const facts = await objects.stat(key);
      if (!facts) throw missing(key);
      return local.use({ key, ...facts, download: () => download(key, facts.size) }, work);
    },

    ...apiLinks(links),

    resumable,
    ...(presign ? { presign: presign.toRead } : {}),
  };
}

/** One that does not respond may come back. */
async function assertUsable(objects: Objects, settings: S3Settings): Promise<void> {
  try {
    await objects.probe();
  } catch (error) {
    const where = `bucket ${settings.bucket} at ${settings.endpoint ?? 'AWS'}`;
    if (error instanceof StoreRefused) throw new StoreMisconfigured(`${error.message} (${where})`);
    if (error instanceof NoStore) {
      const answer = `${settings.endpoint ?? 'AWS'} answers ${error.message}`;
      throw new StoreMisconfigured(`S3_ENDPOINT must be the address of an S3 API; ${answer}`, { cause: error });
    }
    if (!(error instanceof StorageUnavailable)) throw error;
  }
}

const missing = (key: string) => Object.assign(new Error(`${key} is not in the store`), { code: 'ENOENT' });

async function* verified(key: string, stream: Readable, expected: { size: number; sha256: string | undefined }) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  const isSame = size === expected.size && (!expected.sha256 || hash.digest('hex') === expected.sha256);
  if (!isSame) throw new Corrupted(`${key} differs from what was stored: ${size} of ${expected.size} bytes`);
}
