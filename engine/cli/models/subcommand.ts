import { readArguments } from '#engine/cli/arguments';
import { UsageError, type CommandContext } from '#engine/cli/command';
import type { Options } from '#engine/cli/parse-strictly';

export interface Subcommand {
  /** Below "npm run models -- NAME". */
  readonly help: string;
  run(args: string[], context: CommandContext): Promise<void>;
}

const commonOptions = { dir: { type: 'string' }, json: { type: 'boolean' } } as const;

/** @param most positional arguments @throws UsageError */
export const parse = <T extends Options>(args: string[], options: T, most: number) =>
  readArguments(args, { ...commonOptions, ...options }, most);

export function share(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(number >= 0 && number <= 1)) throw new UsageError(`${option} expects a number from 0 to 1, not "${value}".`);
  return number;
}
