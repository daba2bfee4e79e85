import { UsageError } from './command';
import { parseStrictly, type Options } from './parse-strictly';

/** @param most positional arguments @throws UsageError */
export function readArguments<T extends Options>(args: string[], options: T, most = 0) {
  const parsed = parseStrictly(args, options, UsageError);
  if (parsed.positionals.length <= most) return parsed;
  throw new UsageError(`"${parsed.positionals[most]}" is one argument too many.`);
}

export function required(value: string | undefined, option: string): string {
  if (!value) throw new UsageError(`${option} is missing.`);
  return value;
}

export function milliseconds(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new UsageError(`${option} expects milliseconds, like 1500, not "${value}".`);
  return Number(value);
}

export function wholeNumber(value: string, option: string): number;
export function wholeNumber(value: string | undefined, option: string): number | undefined;
export function wholeNumber(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`${option} expects a whole number, not "${value}".`);
  return Number(value);
}

export function fileList(value: string): string[] {
  const files = value.split(',').filter(Boolean);
  if (files.length === 0) throw new UsageError('A list of photos is empty. Name at least one file.');
  return files;
}

/** `p1=a.jpg,b.jpg` → ['p1', ['a.jpg', 'b.jpg']] */
export function personBinding(value: string): [key: string, files: string[]] {
  const [, key, files] = /^(p\d+)=(.+)$/.exec(value) ?? [];
  if (!key) throw new UsageError(`--person expects something like p1=face.jpg, not "${value}".`);
  return [key, fileList(files)];
}
