import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { EngineError } from '#engine/errors';

/** Sizes of the fixed parts of a zip file (PKWARE's APPNOTE 6.3.10), and the longest comment at its end. */
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 65_535;
const [STORED, DEFLATED] = [0, 8];

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly local: number;
}

/**
 * Writes some files of a zip archive, without holding them in memory.
 * @param wanted path in the archive to the file to write
 * @throws EngineError `model_altered` if it is no archive, or one of them is absent
 */
export async function extractFiles(archive: string, wanted: ReadonlyMap<string, string>): Promise<void> {
  const handle = await open(archive);
  try {
    const entries = await readDirectory(handle);
    for (const [name, target] of wanted) {
      const entry = entries.get(name);
      if (!entry || (entry.method !== STORED && entry.method !== DEFLATED)) throw damaged(`has no ${name}`);
      const local = await readAt(handle, entry.local, LOCAL_BYTES);
      const start = entry.local + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
      const packed = createReadStream(archive, { start, end: start + entry.packed - 1 });
      const into = createWriteStream(target);
      await (entry.method === STORED ? pipeline(packed, into) : pipeline(packed, createInflateRaw(), into));
    }
  } finally {
    await handle.close();
  }
}

async function readDirectory(handle: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await handle.stat();
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT);
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + END_BYTES > tail.length) throw damaged('is no zip archive');
  const directory = await readAt(handle, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries = new Map<string, Entry>();
  for (let at = 0; at + ENTRY_BYTES <= directory.length;) {
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    entries.set(directory.toString('utf8', at + ENTRY_BYTES, nameEnd), {
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      local: directory.readUInt32LE(at + 42),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await handle.stat();
  if (position + length > size) throw damaged('ends too early');
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  if (bytesRead < length) throw damaged('ends too early');
  return bytes;
}

const damaged = (what: string) =>
  new EngineError('model_altered', `The downloaded package ${what}. Nothing was installed.`);
