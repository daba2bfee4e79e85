import { open } from 'node:fs/promises';

/** Flushes a folder's entries, without which a renamed file may be gone after a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
