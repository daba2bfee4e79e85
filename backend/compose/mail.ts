import { join, resolve } from 'node:path';
import { outboxMailer } from '#backend/providers/mail/outbox';
import type { Mailer, Outbox } from '#backend/providers/mail/port';
import { smtpMailer } from '#backend/providers/mail/smtp';

interface Settings {
  DATA_DIR: string;
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
}

export function openMailer({ SMTP_URL, MAIL_FROM, DATA_DIR }: Settings): Mailer {
  return SMTP_URL ? smtpMailer({ url: SMTP_URL, from: MAIL_FROM }) : openOutbox({ DATA_DIR });
}

export function openOutbox({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Mailer & Outbox {
  return outboxMailer(join(resolve(DATA_DIR), 'outbox'));
}
