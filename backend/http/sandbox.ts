import { limitBody } from '#http/limit-body';
import type { AppContext } from '#backend/domain/context';
import { AppError } from '#backend/domain/app-error';
import { outcomes, type SandboxPage } from '#backend/providers/payments/port';
import type { Api } from './api-env';
import { checkoutPage } from './sandbox-page';

const where = '/dev/pay';
const formMaxBytes = 65_536;
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Local mode only. */
export function mountSandbox(
  app: Api,
  { log }: Pick<AppContext, 'log'>,
  { sandbox, api }: { sandbox: SandboxPage; api: Api },
): void {
  app.use(where, async (context, next) => {
    await next();
    context.header('content-security-policy', policy);
    context.header('referrer-policy', 'strict-origin-when-cross-origin');
    context.header('cache-control', 'no-store');
  });

  app.get(where, async (context) => {
    const record = await sandbox.find(context.req.query('checkout') ?? '');
    if (!record) throw new AppError('not_found');
    return context.html(checkoutPage(record));
  });

  app.post(where, async (context) => {
    await limitBody(context, { maxBytes: formMaxBytes, read: 'whole' });
    const form = await context.req.parseBody().catch((cause: unknown) => {
      throw new AppError('invalid_input', { message: 'The form is incomplete: send it again.', cause });
    });
    const outcome = outcomes.find((known) => known === form.outcome);
    const record = await sandbox.find(String(form.checkout));
    if (!record || !outcome) throw new AppError('not_found');
    const { goTo, deliveries } = await sandbox.decide(record.id, outcome);
    for (const { body, headers } of deliveries) {
      const answer = await api.request('/webhook/sandbox', { method: 'POST', body, headers });
      log.info({ status: answer.status }, 'sandbox_webhook_sent');
    }
    return context.redirect(goTo, 303);
  });
}
