import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { packError } from './fault';
import type { FileStamp, Pack } from './types';

/** Refuses links: all files of a pack lie in its own folder. @throws EngineError `model_missing` */
async function openFile(file: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (cause) {
    const isLink = (cause as NodeJS.ErrnoException).code === 'ELOOP';
    const reason = isLink ? 'is a symbolic link; put the file itself there' : 'cannot be opened; put the file there';
    throw packError('model_missing', `${file} ${reason}, or remove the pack with \`npm run models -- remove\`.`, cause);
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw packError('model_missing', `${file} is not a file. Put the model's file there.`);
}

async function stampOf(handle: FileHandle): Promise<FileStamp> {
  const { size, mtimeMs, ino } = await handle.stat();
  return { bytes: size, modifiedMs: mtimeMs, inode: ino };
}

export async function stampFile(file: string): Promise<FileStamp> {
  const handle = await openFile(file);
  try {
    return await stampOf(handle);
  } finally {
    await handle.close();
  }
}

/** Checksum and stamp of one and the same content. @throws EngineError `model_missing`, `model_altered` */
export async function hashFile(file: string, algorithm = 'sha256'): Promise<{ hash: string; stamp: FileStamp }> {
  const handle = await openFile(file);
  try {
    const stamp = await stampOf(handle);
    const hash = createHash(algorithm);
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) hash.update(chunk);
    if (!isSameStamp(stamp, await stampOf(handle))) {
      throw packError('model_altered', `${file} changed while it was read. Wait until it is complete, then try again.`);
    }
    return { hash: hash.digest('hex'), stamp };
  } finally {
    await handle.close();
  }
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.bytes === b.bytes && a.modifiedMs === b.modifiedMs && a.inode === b.inode;
}

/** Call it right before the files are loaded. @throws EngineError `model_missing`, `model_altered` */
export async function assertUnchanged(pack: Pick<Pack, 'id' | 'file' | 'stamp' | 'data'>): Promise<void> {
  const { id, data = [] } = pack;
  for (const { file, stamp } of [pack, ...data]) {
    if (stamp && isSameStamp(stamp, await stampFile(file))) continue;
    throw packError(
      'model_altered',
      `${path.basename(file)} of the pack ${id} changed on disk since it was verified. Run \`npm run models -- verify ${id}\`, then restart.`,
    );
  }
}
