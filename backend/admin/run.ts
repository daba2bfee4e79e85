import { ConfigurationError } from '#backend/config/read';
import { PostgresUnavailable } from '#backend/db/embedded/index';
import { AppError } from '#backend/domain/app-error';
import type { OperatorContext } from '#backend/domain/operator/context';
import { LaunchFailure } from '#backend/launch/failure';
import { readArguments, type Values } from './arguments';
import { exitCodes, UsageError, type AdminCommand, type ExitCode } from './command';
import { bookCommands } from './commands/books';
import { caseCommands } from './commands/cases';
import { paymentCommands } from './commands/payments';
import { subscriptionCommands } from './commands/subscriptions';

const commands: Record<string, AdminCommand> = {
  ...paymentCommands,
  ...subscriptionCommands,
  ...bookCommands,
  ...caseCommands,
};

const help = `What an operator does.

  npm run admin -- COMMAND [options]

${Object.values(commands)
  .map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  .join('\n')}

WHO is an e-mail address or an account's id. Every act stands in the audit log with its reason.

  --json   print one JSON value
  --help   print this

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 refused as things stand, 5 database or provider not reachable,
6 the books differ.`;

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Shows where an unexpected fault came from. */
  debug?: boolean;
}

/** Lends what the commands need, and closes it. Called only once the command is known to make sense. */
export type WithContext = <T>(work: (deps: OperatorContext) => Promise<T>) => Promise<T>;

/** Carries out one command and returns its exit code. Whatever goes wrong is one sentence, or one JSON value. */
export async function runAdmin(
  args: string[],
  { out, err, debug = false }: Terminal,
  open: WithContext,
): Promise<ExitCode> {
  const isJson = args.includes('--json');
  try {
    const { values, positionals } = readArguments(args);
    const [name, ...words] = positionals;
    if (values.help || name === 'help') return (out(help), exitCodes.done);
    const command = commandNamed(name, words, values);
    const { json, text, exitCode } = await open((deps) => command.run({ deps, words, options: values }));
    out(isJson ? JSON.stringify(json, null, 2) : text);
    return exitCode ?? exitCodes.done;
  } catch (error) {
    const { message, exitCode } = describe(error as Error, debug);
    if (isJson) out(JSON.stringify({ error: { message, exit_code: exitCode } }));
    else err(exitCode === exitCodes.usage ? `${message}\nnpm run admin -- --help shows every command.` : message);
    return exitCode;
  }
}

function commandNamed(name: string | undefined, words: string[], values: Values): AdminCommand {
  if (name === undefined) throw new UsageError('Which command? Example: npm run admin -- payments');
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (!command) throw new UsageError(`There is no command "${name}".`);
  const stray = Object.keys(values).find((option) => option !== 'json' && !command.options?.includes(option));
  if (stray) throw new UsageError(`"${name}" has no option --${stray}. Usage: ${command.usage}`);
  if (words.length !== command.words) throw new UsageError(`Usage: ${command.usage}`);
  return command;
}

const codeOf: Partial<Record<AppError['error'], ExitCode>> = {
  not_found: exitCodes.notFound,
  conflict: exitCodes.refused,
  insufficient_credits: exitCodes.refused,
  unavailable: exitCodes.unavailable,
};

function describe(error: Error, debug: boolean): { message: string; exitCode: ExitCode } {
  const { message } = error;
  if (error instanceof UsageError) return { message, exitCode: exitCodes.usage };
  if (error instanceof AppError) {
    const cause = error.cause instanceof Error && error.error === 'unavailable' ? ` (${error.cause.message})` : '';
    return {
      message: (error.userMessage ?? 'That cannot be done now.') + cause,
      exitCode: codeOf[error.error] ?? exitCodes.refused,
    };
  }
  const isSetUp = [ConfigurationError, LaunchFailure, PostgresUnavailable].some((kind) => error instanceof kind);
  if (isSetUp) return { message, exitCode: exitCodes.unavailable };
  const said = debug ? error.stack! : `It failed: ${message} (DEBUG=1 shows where.)`;
  return { message: said, exitCode: exitCodes.failed };
}
