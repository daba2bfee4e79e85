import { ConfigurationError } from '#backend/config/read';
import { databaseFault } from '#backend/db/fault';

/** At the start of a process. @throws ConfigurationError if the database is not usable */
export async function usingDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new ConfigurationError(databaseFault(cause), { cause });
  }
}
