import type { OperatorContext } from '#backend/domain/operator/context';
import type { OptionName, Values } from './arguments';

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

export interface CommandResult {
  json: unknown;
  text: string;
  exitCode?: ExitCode;
}

export interface Request {
  deps: OperatorContext;
  words: string[];
  options: Values;
  /** Of a long command. */
  onProgress(text: string): void;
}

export interface AdminCommand {
  /** Its name and words; options are added from `options`. */
  usage: string;
  summary: string;
  words: number;
  options?: readonly OptionName[];
  run(request: Request): Promise<CommandResult>;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
