import { open } from 'node:fs/promises';

/**
 * Flushes a folder's entries, without which a renamed file may be gone after a power cut. A folder that is gone was
 * removed with its files meanwhile.
 */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!folder) return;
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
