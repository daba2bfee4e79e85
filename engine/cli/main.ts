import { execute, type Command, type Terminal } from './command';

/** Runs a command with the arguments, streams, signals and exit code of this process. */
export async function main(command: Command): Promise<void> {
  const interruption = new AbortController();
  // Not `once`: Ctrl-C arrives from the terminal and again from the parent process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interruption.abort());
  process.exitCode = await execute(command, process.argv.slice(2), processTerminal, interruption.signal);
}

const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(isControl(text) ? text : `${text}\n`),
  interactive: process.stderr.isTTY === true,
};

/** A progress line returns to its own beginning; everything else ends its line. */
function isControl(text: string): boolean {
  return text.startsWith('\r');
}
