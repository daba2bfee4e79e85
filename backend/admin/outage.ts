import { databaseFault } from '#backend/db/fault';
import { isDatabaseUnavailable } from '#backend/db/unavailable';
import { StorageUnavailable } from '#backend/providers/storage/port';

/** A sentence if database or object store were lost while a command ran. */
export function outageIn(error: Error): string | undefined {
  if (error instanceof StorageUnavailable) return `The object store is not usable now: ${error.message}.`;
  return isDatabaseUnavailable(error) ? databaseFault(error) : undefined;
}
