import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#backend/db/embedded/index';
import { databaseFault } from '#backend/db/fault';
import type { Launch } from './configuration';
import { LaunchFailure } from './failure';

/**
 * That of DATABASE_URL, not of a pooler; otherwise the embedded one, which is stopped afterwards.
 * @param mustExist refuses to create an embedded one
 * @throws LaunchFailure
 */
export async function withSiteDatabase<T>(
  { databaseUrl, dataDirectory, walArchive, environment }: Launch,
  { mustExist }: { mustExist: boolean },
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work(environment.DATABASE_DIRECT_URL || databaseUrl);
  const root = join(dataDirectory, 'postgres');
  if (mustExist && !existsSync(root)) {
    throw new LaunchFailure(
      `There is no database in ${dataDirectory} yet. Run npm start once, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const postgres = await startPostgres({ root, walArchive });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** @throws LaunchFailure that says why it cannot be used */
export async function reach(url: string, connect: (url: string) => Promise<unknown>): Promise<void> {
  try {
    await connect(url);
  } catch (cause) {
    throw new LaunchFailure(databaseFault(cause), { cause });
  }
}
