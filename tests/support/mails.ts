import { setTimeout as pause } from 'node:timers/promises';
import type { KeptMail } from '#backend/providers/mail/port';
import type { TestBackend } from './backend';

/** Waits for the newest mail to somebody about something, which a worker sends. */
export async function mailTo({ mails }: TestBackend, to: string, subject: string): Promise<KeptMail> {
  for (;;) {
    const found = (await mails.list()).find((mail) => mail.to === to && mail.subject === subject);
    if (found) return found;
    await pause(30);
  }
}

/** The code of the link in a mail. */
export function codeIn({ text }: KeptMail): string {
  const code = /\?code=([\w-]+)/.exec(text)?.[1];
  if (!code) throw new Error(`There is no link with a code in:\n${text}`);
  return code;
}
