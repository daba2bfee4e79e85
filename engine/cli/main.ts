import { surviveClosedOutput } from './closed-output';
import { execute, type Command, type Terminal } from './command';

export async function main(command: Command): Promise<void> {
  surviveClosedOutput();
  const interruption = new AbortController();
  // Not `once`: Ctrl-C also arrives from the parent process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort());
  const code = await execute(command, process.argv.slice(2), processTerminal, interruption.signal);
  process.exitCode ??= code;
}

const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(isControl(text) ? text : `${text}\n`),
  interactive: process.stderr.isTTY === true,
};

function isControl(text: string): boolean {
  return text.startsWith('\r');
}
