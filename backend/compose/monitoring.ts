interface Settings {
  APP_ENV: 'local' | 'test' | 'prod';
  SENTRY_DSN?: string | undefined;
}

export type ReportError = (fields: unknown, message: unknown) => void;

const tags = ['requestId', 'job', 'taskId', 'path', 'error'] as const;

type LogFields = { err?: unknown; accountId?: string } & Partial<Record<(typeof tags)[number], string>>;

/** If monitor.ts started it; otherwise nothing is loaded. */
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

export async function flushErrorReports({ APP_ENV, SENTRY_DSN }: Settings): Promise<void> {
  if (!SENTRY_DSN || APP_ENV === 'local') return;
  const { close } = await import('@sentry/remix');
  await close(2_000);
}
