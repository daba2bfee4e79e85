import { type z } from 'zod/v4';

/** The message lists every error, one a line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export type Environment = Record<string, string | undefined>;

/** Empty variables count as unset. */
export function readConfiguration<T extends z.ZodType>(schema: T, environment: Environment): z.output<T> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || 'environment'}: ${issue.message}`);
  throw new ConfigurationError(`The configuration is invalid:\n${errors.join('\n')}\nSee .env.example.`);
}

/** Runs all checks. @throws ConfigurationError with the messages of all that failed */
export function checkAll(...checks: (() => void)[]): void {
  const messages = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof ConfigurationError) return [error.message];
      throw error;
    }
  });
  if (messages.length > 0) throw new ConfigurationError(messages.join('\n'));
}
