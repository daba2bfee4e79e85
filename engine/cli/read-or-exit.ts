import { UsageError } from './command';

/** Reads the arguments of a developer's command. A wrong one ends the process with a sentence. */
export function readOrExit<T>(read: (args: string[]) => T, args = process.argv.slice(2)): T {
  try {
    return read(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
