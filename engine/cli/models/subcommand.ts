import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError, type CommandContext } from '#engine/cli/command';
import { assertGivenOnce } from '#engine/cli/given-once';

export interface Subcommand {
  /** Below "npm run models -- NAME". */
  readonly help: string;
  run(args: string[], context: CommandContext): Promise<void>;
}

const commonOptions = { dir: { type: 'string' }, json: { type: 'boolean' } } as const;

/** @param most positional arguments @throws UsageError */
export function parse<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T, most: number) {
  const parsed = parseStrictly(args, options);
  if (parsed.positionals.length <= most) return parsed;
  throw new UsageError(`"${parsed.positionals[most]}" is one argument too many.`);
}

function parseStrictly<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], own: T) {
  const options = { ...commonOptions, ...own };
  try {
    const parsed = parseArgs({ args, options, strict: true, allowPositionals: true });
    assertGivenOnce(args, options);
    return parsed;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export function wholeNumber(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`${option} expects a whole number, not "${value}".`);
  return Number(value);
}

export function share(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(number >= 0 && number <= 1)) throw new UsageError(`${option} expects a number from 0 to 1, not "${value}".`);
  return number;
}
