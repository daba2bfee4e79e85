/** One sentence for the operator: why a process or a command cannot use the database. */
export function databaseFault(error: unknown): string {
  const { message, code } = innermost(error) as Error & { code?: string };
  const [, newer] = /previously executed migration (\S+) is missing/.exec(message) ?? [];
  if (newer) return `A newer release has migrated the database (${newer}). Start that release, or a newer one.`;
  if (code === '53100') return `The disk of the database is full: ${message}. Free some space there.`;
  return `The database is not usable: ${message || code}. Check DATABASE_URL.`;
}

function innermost(error: unknown): unknown {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : (error as Error).cause;
  return inner instanceof Error ? innermost(inner) : error;
}
