import { type z } from 'zod/v4';

/** Configuration that cannot be used: its message lists every fault at once, one a line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export type Environment = Record<string, string | undefined>;

/** Checks the environment against a schema; an empty variable counts as not set. */
export function readConfiguration<T extends z.ZodType>(schema: T, environment: Environment): z.output<T> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || 'environment'}: ${issue.message}`);
  throw new ConfigurationError(`The configuration cannot be used:\n${faults.join('\n')}\nSee .env.example.`);
}
