import { stat } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '#engine/errors';

/** Bytes. @throws EngineError `damaged_media`, also for devices and pipes, which may never end */
export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (found.isFile()) return found.size;
  throw new EngineError('damaged_media', `${file} is a folder, a device or a pipe. Name a file.`);
}

export const unreadable = (file: string, cause: unknown): EngineError =>
  new EngineError('damaged_media', `The file ${path.basename(file)} cannot be opened. Check its name.`, { cause });
