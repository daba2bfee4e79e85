import { type z } from 'zod/v4';

/** The message lists every error, one a line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** @param faults such as `PORT: Give a port number.` */
export const invalidSettings = (faults: string[], guide = '.env.example') =>
  new ConfigurationError(
    ['The configuration is invalid:', ...faults.map((fault) => `  ${fault}`), `See ${guide}.`].join('\n'),
  );

export type Environment = Record<string, string | undefined>;

/** Empty variables count as unset. */
export function readConfiguration<T extends z.ZodType>(schema: T, environment: Environment): z.output<T> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidSettings(
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'environment'}: ${issue.message}`),
  );
}

/** Runs all checks. @throws ConfigurationError with the lines of all that failed, each once, and the guides at last */
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
  if (messages.length === 0) return;
  const lines = [...new Set(messages.flatMap((message) => message.split('\n')))];
  const isGuide = (line: string) => line.startsWith('See ');
  throw new ConfigurationError([...lines.filter((line) => !isGuide(line)), ...lines.filter(isGuide)].join('\n'));
}
