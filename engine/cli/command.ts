import { toEngineError } from '#engine/errors';
import type { OnFrames, OnProgress } from '#engine/types';
import { ExitCode, exitCodeOf } from './exit-codes';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly interactive: boolean;
}

export interface CommandContext {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Undefined unless interactive. */
  readonly onProgress?: OnProgress;
  readonly onFrames?: OnFrames;
}

/** Throws `UsageError` for invalid arguments. */
export interface Command {
  readonly help: string;
  run(args: string[], context: CommandContext): Promise<void>;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the exit code. An error prints a sentence, or JSON with `--json`. */
export async function execute(command: Command, args: string[], terminal: Terminal, signal: AbortSignal) {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(command.help);
    return ExitCode.done;
  }
  const json = args.includes('--json');
  const progress = terminal.interactive && !json ? progressLine(terminal) : undefined;
  try {
    await command.run(args, { terminal, signal, onProgress: progress?.show, onFrames: progress?.count });
    return ExitCode.done;
  } catch (error) {
    progress?.clear();
    const { code, message, exitCode } = errorReport(error);
    if (json) terminal.out(JSON.stringify({ error: { code, message } }));
    else terminal.err(exitCode === ExitCode.usage ? `${message}\n\n${command.help}` : message);
    return exitCode;
  } finally {
    progress?.clear();
  }
}

function errorReport(error: unknown): { code: string; message: string; exitCode: number } {
  if (error instanceof UsageError) return { code: 'usage', message: error.message, exitCode: ExitCode.usage };
  const { code, message } = toEngineError(error);
  return { code, message, exitCode: exitCodeOf[code] };
}

function progressLine(terminal: Terminal) {
  const CLEAR = '\r\x1b[K';
  let drawn = false;
  let percentDone = 0;
  const draw = (stage: string, rest = '') => {
    terminal.err(`${CLEAR}${stage} … ${Math.round(percentDone)} %${rest}`);
    drawn = true;
  };
  return {
    show: ((stage, percent) => {
      percentDone = percent;
      draw(stage);
    }) satisfies OnProgress,
    count: (({ stage, framesDone, framesTotal, msLeft }) => {
      draw(stage, `, ${framesDone} of ${framesTotal} frames, ${Math.ceil(msLeft / 1000)} s left`);
    }) satisfies OnFrames,
    clear: () => {
      if (drawn) terminal.err(CLEAR);
      drawn = false;
    },
  };
}
