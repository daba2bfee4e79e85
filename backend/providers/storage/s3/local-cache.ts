import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DiskReserve } from '#backend/providers/storage/disk-reserve';

interface Options {
  folder: string;
  /** Of unused files; those in use come on top. */
  maxBytes: number;
  reserve: DiskReserve;
}

interface Wanted {
  key: string;
  /** Changes with the content. */
  tag: string;
  size: number;
  /** Throws if the content is not what was stored. */
  download(): Promise<AsyncIterable<Uint8Array>>;
}

export interface LocalCache {
  use<T>(wanted: Wanted, work: (path: string) => Promise<T>): Promise<T>;
}

const IN_USE = 'in-use';
const hourMs = 3_600_000;
const unusedAfterMs = 24 * hourMs;
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Several processes may share the folder: each user of a file has its own hard link, so that a file in use can be
 * evicted. The least recently used go first.
 */
export function localCache({ folder, maxBytes, reserve }: Options): LocalCache {
  const inUse = join(folder, IN_USE);

  async function takeLink(cached: string, own: string): Promise<boolean> {
    try {
      await link(cached, own);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
    await renew(own);
    return true;
  }

  async function download({ size, download: begin }: Wanted, own: string, cached: string): Promise<void> {
    await makeRoom(size);
    await pipeline(Readable.from(reserve.guard(await begin())), createWriteStream(own, { flags: 'wx', mode: 0o600 }));
    if (size > maxBytes) return;
    await link(own, cached).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error; // another process was faster
    });
  }

  async function makeRoom(size: number): Promise<void> {
    await clearUnusedCopies(folder);
    const files = await filesIn(folder);
    let total = files.reduce((sum, file) => sum + file.size, Math.min(size, maxBytes));
    for (const file of files.sort((a, b) => a.used - b.used)) {
      if (total <= maxBytes) return;
      await rm(file.path, { force: true });
      total -= file.size;
    }
  }

  return {
    async use(wanted, work) {
      const { key, tag } = wanted;
      const extension = extname(key);
      const own = join(inUse, `${randomUUID()}${extension}`);
      const cached = join(folder, createHash('sha256').update(`${key}\n${tag}`).digest('hex') + extension);
      await mkdir(inUse, { recursive: true });
      const renewal = setInterval(() => void renew(own).catch(() => {}), hourMs);
      try {
        if (!(await takeLink(cached, own))) await download(wanted, own, cached);
        return await work(own);
      } finally {
        clearInterval(renewal);
        await rm(own, { force: true });
      }
    },
  };
}

/** A copy whose time is recent counts as used. */
async function renew(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now);
}

/** Unused for a day: of deleted files, and links of killed processes. */
export async function clearUnusedCopies(folder: string): Promise<void> {
  for (const place of [folder, join(folder, IN_USE)]) {
    for (const { path, used } of await filesIn(place)) {
      if (Date.now() - used > unusedAfterMs) await rm(path, { force: true });
    }
  }
}

async function filesIn(folder: string) {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []; // no file was read from the store yet
    throw error;
  });
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined); // evicted by another process
      return facts?.isFile() ? [{ path, size: facts.size, used: facts.mtimeMs }] : [];
    }),
  );
  return found.flat();
}
