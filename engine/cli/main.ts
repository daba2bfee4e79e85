import { execute, type Command, type Terminal } from './command';

/** Runs a command as this process: its arguments, streams, Ctrl-C and exit code. */
export async function main(command: Command): Promise<void> {
  const interruption = new AbortController();
  // Every time, not once: Ctrl-C reaches us from the terminal and again from the program that started us.
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
