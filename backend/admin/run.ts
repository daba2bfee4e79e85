import { AppError } from '#backend/domain/app-error';
import type { OperatorContext } from '#backend/domain/operator/context';
import { isSetUpFault } from '#backend/launch/is-set-up-fault';
import { outageIn } from './outage';
import { readArguments, synopsis, type Values } from './arguments';
import { exitCodes, UsageError, type AdminCommand, type ExitCode } from './command';
import { blockedFaceCommands } from './commands/blocked-faces';
import { bookCommands } from './commands/books';
import { caseCommands } from './commands/cases';
import { evidenceCommands } from './commands/evidence';
import { mediaCommands } from './commands/media';
import { messageCommands } from './commands/messages';
import { moderationCommands } from './commands/moderation';
import { paymentCommands } from './commands/payments';
import { signInCommands } from './commands/sign-in';
import { subscriptionCommands } from './commands/subscriptions';

const commands: Record<string, AdminCommand> = {
  ...paymentCommands,
  ...subscriptionCommands,
  ...bookCommands,
  ...caseCommands,
  ...evidenceCommands,
  ...blockedFaceCommands,
  ...messageCommands,
  ...moderationCommands,
  ...signInCommands,
  ...mediaCommands,
};

const usageOf = ({ usage, options = [] }: AdminCommand) =>
  [usage, ...options.map((option) => synopsis[option])].join(' ');

const help = `Operator commands.

  npm run admin -- COMMAND [options]

${Object.values(commands)
  .map((command) => `  ${usageOf(command)}\n      ${command.summary}`)
  .join('\n')}

WHO is an e-mail address or an account's id. The audit log records every action with its reason.

  --json   print one JSON value
  --help   print this

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 refused in the current state, 5 database or provider not reachable,
6 the records differ.`;

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  debug?: boolean;
}

export type WithContext = <T>(work: (deps: OperatorContext) => Promise<T>) => Promise<T>;

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
    const { json, text, exitCode } = await open((deps) =>
      command.run({ deps, words, options: values, onProgress: err }),
    );
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
  if (name === undefined) throw new UsageError('A command is required. Example: npm run admin -- payments');
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (!command) throw new UsageError(`Unknown command "${name}".`);
  const known: readonly string[] = ['json', ...(command.options ?? [])];
  const stray = Object.keys(values).find((option) => !known.includes(option));
  if (stray) throw new UsageError(`"${name}" has no option --${stray}. Usage: ${usageOf(command)}`);
  if (words.length !== command.words) throw new UsageError(`Usage: ${usageOf(command)}`);
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
      message: (error.userMessage ?? 'This is not possible in the current state.') + cause,
      exitCode: codeOf[error.error] ?? exitCodes.refused,
    };
  }
  if (isSetUpFault(error)) return { message, exitCode: exitCodes.unavailable };
  const outage = outageIn(error);
  if (outage) return { message: outage, exitCode: exitCodes.unavailable };
  const text = debug ? error.stack! : `Failed: ${message} (DEBUG=1 prints the stack.)`;
  return { message: text, exitCode: exitCodes.failed };
}
