import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupFailure } from './failure';
import type { Part } from './manifest';

/** Written, synced and hashed; complete or absent. */
export async function writePart(
  folder: string,
  file: string,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Part> {
  const path = join(folder, file);
  const draft = `${path}.${process.pid}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(draft, 'w', 0o600);
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      hash.update(bytes);
      size += bytes.length;
      await handle.writeFile(bytes);
    }
    await handle.sync();
    await handle.close();
    await rename(draft, path);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
  return { file, size, sha256: hash.digest('hex') };
}

/** Lines of JSON, compressed. */
export async function writeLines(folder: string, file: string, lines: AsyncIterable<string>): Promise<Part> {
  const zip = createGzip({ level: 3 });
  const feeding = pipeline(withNewlines(lines), zip);
  feeding.catch(() => {}); // a fault of the lines reaches the part; one of the part ends the lines, and counts
  const part = await writePart(folder, file, zip);
  await feeding;
  return part;
}

async function* withNewlines(lines: AsyncIterable<string>) {
  // Between the tokens of JSON, a line break is a space; within, it is escaped.
  for await (const line of lines) yield `${line.replaceAll('\n', ' ')}\n`;
}

/** @throws BackupFailure if it is missing or cannot be read to its end */
export async function* readLines(folder: string, { file }: Part): AsyncGenerator<string> {
  const path = join(folder, file);
  const text = createGunzip().setEncoding('utf8');
  // Unlike `pipe`, it hands errors of the file on to the reader of the lines.
  pipeline(createReadStream(path), text).catch(() => {});
  try {
    for await (const line of linesOf(text)) if (line) yield line;
  } catch (cause) {
    throw new BackupFailure(
      `${path} cannot be read: ${(cause as Error).message}. Check the disk, or move this backup elsewhere.`,
      { cause },
    );
  }
}

/** Not by readline: from Node 24 on, it also splits at U+2028 and U+2029, which texts in JSON contain as they are. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  yield rest;
}

/** @throws BackupFailure if it is missing or differs */
export async function verifyPart(folder: string, part: Part): Promise<void> {
  const path = join(folder, part.file);
  const found = await hashOf(path);
  if (found?.size === part.size && found.sha256 === part.sha256) return;
  throw new BackupFailure(`${path} is ${found ? 'damaged' : 'missing'}. Nothing was restored.`);
}

async function hashOf(path: string): Promise<{ size: number; sha256: string } | undefined> {
  if (!(await stat(path).catch(() => undefined))) return undefined;
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** @throws BackupFailure at the end if the content differs */
export async function* verified(path: string, expected: { sha256: string }): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== expected.sha256) throw new BackupFailure(`${path} is damaged.`);
}
