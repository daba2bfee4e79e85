import type { ParseArgsConfig } from 'node:util';
import { z } from 'zod/v4';
import { parseStrictly } from '#engine/cli/parse-strictly';
import { fromMajor } from '#backend/providers/payments/units';
import { UsageError } from './command';

const options = {
  account: { type: 'string' },
  amount: { type: 'string' },
  all: { type: 'boolean' },
  creation: { type: 'string', multiple: true },
  days: { type: 'string' },
  face: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  keep: { type: 'boolean' },
  limit: { type: 'string' },
  'made-by-hand': { type: 'boolean' },
  provider: { type: 'string' },
  reason: { type: 'string' },
  settle: { type: 'boolean' },
  status: { type: 'string' },
  to: { type: 'string' },
  upload: { type: 'string', multiple: true },
} as const satisfies ParseArgsConfig['options'];

export type OptionName = Exclude<keyof typeof options, 'help' | 'json'>;

/** As usage lines show each option. */
export const synopsis: Record<OptionName, string> = {
  account: '[--account WHO]',
  all: '[--all]',
  amount: '[--amount 3.99]',
  creation: '[--creation ID]…',
  days: '[--days 30]',
  face: '[--face ID]…',
  keep: '[--keep]',
  limit: '[--limit 50]',
  'made-by-hand': '[--made-by-hand]',
  provider: '[--provider P]',
  reason: '--reason WHY',
  settle: '[--settle]',
  status: '[--status S]',
  to: '--to FOLDER',
  upload: '[--upload ID]…',
};

export type Values = ReturnType<typeof readArguments>['values'];

export const readArguments = (args: string[]) => parseStrictly(args, options, UsageError);

/** @throws UsageError if it is missing */
export function requireReason({ reason }: Values): string {
  if (reason?.trim()) return reason.trim().slice(0, 500);
  throw new UsageError('--reason is missing. The audit log needs it. Example: --reason "Bought twice"');
}

export function parseInteger(
  text: string | undefined,
  name: string,
  { min = 1, max = 1_000_000, otherwise = 0 } = {},
): number {
  if (text === undefined) return otherwise;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${name} must be an integer from ${min} to ${max}, not "${text}".`);
}

/** Rows of a list. */
export const limitOf = ({ limit }: Values): number => parseInteger(limit, '--limit', { max: 10_000, otherwise: 50 });

/** Minor units from a decimal such as `3.99`. */
export function parseAmount({ amount: text }: Values, currency: string): number | undefined {
  if (text === undefined) return undefined;
  const { amount } = /^\d+([.]\d+)?$/.test(text) ? fromMajor(text, currency) : { amount: Number.NaN };
  if (amount > 0) return amount;
  throw new UsageError(`--amount must be an amount in ${currency} such as 3.99, not "${text}".`);
}

export function parseChoice<T extends string>(
  text: string | undefined,
  name: string,
  known: readonly T[],
): T | undefined {
  const parsed = z
    .enum(known as [T, ...T[]])
    .optional()
    .safeParse(text);
  if (parsed.success) return parsed.data as T | undefined;
  throw new UsageError(`${name} must be one of ${known.join(', ')}, not "${text}".`);
}
