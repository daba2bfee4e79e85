interface Settings {
  APP_ENV: 'local' | 'test' | 'prod';
  SENTRY_DSN?: string | undefined;
}

/** Takes what a line of the log says of a fault. */
export type ReportError = (fields: unknown, message: unknown) => void;

/** What is logged beside a fault and helps to find it; anything else stays in the log. */
const tags = ['requestId', 'job', 'taskId', 'path', 'error'] as const;

type LogFields = { err?: unknown; accountId?: string } & Partial<Record<(typeof tags)[number], string>>;

/** Reports faults of API and workers where monitor.ts has started that; undefined elsewhere, and nothing is loaded. */
export async function openErrorReporting({ APP_ENV, SENTRY_DSN }: Settings): Promise<ReportError | undefined> {
  if (!SENTRY_DSN || APP_ENV === 'local') return undefined;
  const { captureException } = await import('@sentry/remix');
  return (fields, message) => {
    if (typeof fields !== 'object' || fields === null || !('err' in fields)) return;
    const told = fields as LogFields;
    captureException(told.err, {
      ...(told.accountId ? { user: { id: told.accountId } } : {}),
      tags: Object.fromEntries(tags.flatMap((name) => (told[name] ? [[name, told[name]]] : []))),
      extra: { message },
    });
  };
}

/** Sends what has not been sent, for a process that ends. */
export async function flushErrorReports({ APP_ENV, SENTRY_DSN }: Settings): Promise<void> {
  if (!SENTRY_DSN || APP_ENV === 'local') return;
  const { close } = await import('@sentry/remix');
  await close(2_000);
}
