import { LaunchFailure } from './failure';

/** @throws LaunchFailure instead of a refusal by the system, as for files of another user */
export function inDataDirectory<T>(directory: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code, path = directory } = cause as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw cause;
    const advice = `Everything in ${directory} must belong to the user who starts the site: chown -R USER ${directory}`;
    throw new LaunchFailure(`${path} cannot be used (${code}). ${advice}`, { cause });
  }
}
