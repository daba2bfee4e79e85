import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Written {
  name: string;
  bytes: number;
  sha256: string;
}

export const writeJson = (folder: string, name: string, value: unknown) =>
  writeText(folder, name, `${JSON.stringify(value, null, 2)}\n`);

export async function writeText(folder: string, name: string, text: string): Promise<Written> {
  const bytes = Buffer.from(text);
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), bytes, { flag: 'wx' });
  return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export async function writeStream(from: NodeJS.ReadableStream, folder: string, name: string): Promise<Written> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(from, count, createWriteStream(join(folder, name), { flags: 'wx' }));
  return { name, bytes, sha256: hash.digest('hex') };
}
