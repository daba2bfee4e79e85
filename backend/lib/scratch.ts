import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const abandonedAfterMs = 24 * 3_600_000;
const productFolder = /^faceswap-((form-|pipe-)?\w{6}|task-[0-9a-f-]{36})$/;

/** Of killed processes, unchanged for a day; returns their names. */
export async function clearScratch(folder = tmpdir(), now = Date.now()): Promise<string[]> {
  const removed: string[] = [];
  for (const name of (await readdir(folder)).filter((each) => productFolder.test(each))) {
    const path = join(folder, name);
    try {
      if (now - (await newestChange(path)) < abandonedAfterMs) continue;
      await rm(path, { recursive: true, force: true });
      removed.push(name);
    } catch (error) {
      // Removed concurrently, or owned by another user.
      if (!['ENOENT', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return removed;
}

async function newestChange(folder: string): Promise<number> {
  const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
  const changes = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  return Math.max(...changes);
}
