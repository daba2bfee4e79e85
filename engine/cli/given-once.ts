import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Of an option with one value, the last one would count. @throws Error that names it */
export function assertGivenOnce(args: string[], options: NonNullable<ParseArgsConfig['options']>): void {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true });
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const hasOneValue = (name: string) => options[name]!.type === 'string' && !options[name]!.multiple;
  const repeated = names.find((name, index) => hasOneValue(name) && names.indexOf(name) !== index);
  if (repeated) throw new Error(`--${repeated} is given twice. Give it once.`);
}
