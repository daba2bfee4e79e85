import type { JobHelpers } from 'graphile-worker';
import { sendMail } from '#backend/domain/mail/send-mail';
import { MailRefused } from '#backend/providers/mail/port';
import type { JobPayloads } from '#backend/queue/port';
import type { Handler, JobContext } from './job-context';

/** A permanent rejection drops the mail; other failures are retried. */
export function mailJob(deps: JobContext): Handler {
  return async (payload, { job }: JobHelpers) => {
    const { mail, email, order_id, account_id } = payload as JobPayloads['send_mail'];
    const fields = { job: 'send_mail', mail, attempt: job.attempts };
    try {
      const outcome = await sendMail(deps, {
        ...{ mail, email },
        ...(order_id ? { order_id } : {}),
        ...(account_id ? { account_id } : {}),
      });
      deps.log.info({ ...fields, outcome }, 'job_ended');
      return outcome;
    } catch (error) {
      deps.log.error({ ...fields, reason: (error as Error).message }, 'mail_send_failed');
      if (!(error instanceof MailRefused)) throw error;
      return 'refused';
    }
  };
}
