import { randomUUID } from 'node:crypto';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from '#backend/providers/storage/port';
import { inGroups } from './in-groups';
import { readBackup, backupNames, type Manifest } from './manifest';
import { readLines, writeLines, writePart } from './parts';

export interface MediaFile {
  key: string;
  size: number;
  sha256: string;
  /** Of the storage; changes with the content. */
  tag: string;
}

export interface CopiedMedia {
  media: Manifest['media'];
  copied: { files: number; bytes: number };
}

/** A file's content is stored once, whatever its key and the number of backups with it. */
export const objectOf = (sha256: string) => join('objects', sha256.slice(0, 2), sha256);

/**
 * All files, after the database's snapshot: a row is written after its files, so each file of the snapshot is found, or
 * has been deleted since. Files that the newest backup has with the same tag are not read.
 */
export async function copyMedia(
  storage: Storage,
  { place, folder, onFile }: { place: string; folder: string; onFile(): void },
): Promise<CopiedMedia> {
  const known = await newestMedia(place);
  const copied = { files: 0, bytes: 0 };
  let files = 0;
  let bytes = 0;

  async function copy({ key }: { key: string }): Promise<MediaFile | undefined> {
    const found = await storage.stat(key);
    if (!found) return undefined; // deleted since it was listed
    const earlier = known.get(key);
    if (earlier?.tag === found.tag && earlier.size === found.size && (await hasObject(place, earlier))) return earlier;
    const file = await readAll(storage, key, place);
    if (!file) return undefined;
    copied.files++;
    copied.bytes += file.size;
    return { key, ...file, tag: found.tag };
  }

  async function* lines() {
    for await (const found of inGroups(storage.list())) {
      for (const file of await Promise.all(found.map(copy))) {
        onFile();
        if (!file) continue;
        files++;
        bytes += file.size;
        yield JSON.stringify(file);
      }
    }
  }

  const part = await writeLines(folder, 'media.jsonl.gz', lines());
  return { media: { ...part, files, bytes }, copied };
}

export async function* mediaOf({ folder, manifest }: { folder: string; manifest: Manifest }) {
  for await (const line of readLines(folder, manifest.media)) yield JSON.parse(line) as MediaFile;
}

async function newestMedia(place: string): Promise<Map<string, MediaFile>> {
  const name = (await backupNames(place)).at(-1);
  const known = new Map<string, MediaFile>();
  if (!name) return known;
  for await (const file of mediaOf(await readBackup(join(place, name)))) known.set(file.key, file);
  return known;
}

async function hasObject(place: string, { sha256, size }: MediaFile): Promise<boolean> {
  const found = await stat(join(place, objectOf(sha256))).catch(() => undefined);
  return found?.size === size;
}

/** Its hash names it, and is known only afterwards: into a draft first. */
async function readAll(storage: Storage, key: string, place: string) {
  const draft = join('objects', 'incoming', randomUUID());
  try {
    const file = await storage.open(key);
    if (!file) return undefined;
    const { size, sha256 } = await writePart(place, draft, file.stream as AsyncIterable<Uint8Array>);
    await moveInto(place, draft, objectOf(sha256));
    return { size, sha256 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await storage.stat(key)) === null) return undefined;
    throw error;
  }
}

async function moveInto(place: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(place, to)), { recursive: true, mode: 0o700 });
  await rename(join(place, from), join(place, to));
}
