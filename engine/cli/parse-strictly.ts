import { parseArgs, type ParseArgsConfig } from 'node:util';

export type Options = NonNullable<ParseArgsConfig['options']>;

type ErrorClass = new (message: string, options: ErrorOptions) => Error;

/** @throws Usage that says in one sentence which option is wrong, and why */
export function parseStrictly<T extends Options>(args: string[], options: T, Usage: ErrorClass) {
  try {
    const parsed = parseArgs({ args, options, strict: true, allowPositionals: true });
    assertGivenOnce(args, options);
    return parsed;
  } catch (cause) {
    // Node adds advice about positional arguments that begin with a dash: no command takes one.
    throw new Usage((cause as Error).message.replace(/\. To specify.*$/s, '.'), { cause });
  }
}

/** Of an option with one value, the last one would count. */
function assertGivenOnce(args: string[], options: Options): void {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true });
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const hasOneValue = (name: string) => options[name]!.type === 'string' && !options[name]!.multiple;
  const repeated = names.find((name, index) => hasOneValue(name) && names.indexOf(name) !== index);
  if (repeated) throw new Error(`--${repeated} is given twice. Give it once.`);
}
