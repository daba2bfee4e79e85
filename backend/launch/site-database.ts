import { join } from 'node:path';
import { startPostgres } from '#backend/db/embedded/index';
import { databaseFault } from '#backend/db/fault';
import type { Launch } from './configuration';
import { LaunchFailure } from './failure';

/** That of DATABASE_URL, not of a pooler; otherwise the embedded one, which is stopped afterwards. */
export async function withSiteDatabase<T>(
  { databaseUrl, dataDirectory, walArchive, environment }: Launch,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work(environment.DATABASE_DIRECT_URL || databaseUrl);
  const postgres = await startPostgres({ root: join(dataDirectory, 'postgres'), walArchive });
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
