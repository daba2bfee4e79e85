import { join, resolve } from 'node:path';
import { outboxMailer } from '#backend/providers/mail/outbox';
import type { Mailer, Outbox } from '#backend/providers/mail/port';

interface Settings {
  DATA_DIR: string;
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
}

export const outboxFolderOf = (dataDirectory: string): string => join(resolve(dataDirectory), 'outbox');

export async function openMailer({ SMTP_URL, MAIL_FROM, DATA_DIR }: Settings): Promise<Mailer> {
  if (!SMTP_URL) return openOutbox({ DATA_DIR });
  const { smtpMailer } = await import('#backend/providers/mail/smtp');
  return smtpMailer({ url: SMTP_URL, from: MAIL_FROM });
}

export function openOutbox({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Mailer & Outbox {
  return outboxMailer(outboxFolderOf(DATA_DIR));
}
