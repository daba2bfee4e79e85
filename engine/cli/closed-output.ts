import { ExitCode } from './exit-codes';

/** A reader that has left, such as `head`, is no fault of the work; a full disk behind the output is one. */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') return;
      process.exitCode = ExitCode.failed;
      if (stream === process.stdout) process.stderr.write(`The output cannot be written: ${message}\n`);
    });
  }
}
