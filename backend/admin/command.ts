import type { OperatorContext } from '#backend/domain/operator/context';
import type { Values } from './arguments';

/** What an exit code tells a script. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  unavailable: 5,
  differs: 6,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a command has to say: one JSON value for programs, lines for people. */
export interface CommandResult {
  json: unknown;
  text: string;
  exitCode?: ExitCode;
}

export interface Request {
  deps: OperatorContext;
  /** The words after the command's name. */
  words: string[];
  options: Values;
}

export interface AdminCommand {
  /** Its words and options, as the help shows them. */
  usage: string;
  summary: string;
  /** How many words it wants. */
  words: number;
  /** Names of the options it knows. */
  options?: readonly string[];
  run(request: Request): Promise<CommandResult>;
}

/** The command was called wrongly: the message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
