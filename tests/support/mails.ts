import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { KeptMail } from '#backend/providers/mail/port';
import type { Member, TestBackend } from './backend';

export async function mailTo({ mails }: TestBackend, to: string, subject: string): Promise<KeptMail> {
  for (;;) {
    const found = (await mails.list()).find((mail) => mail.to === to && mail.subject === subject);
    if (found) return found;
    await pause(30);
  }
}

export function codeIn({ text }: KeptMail): string {
  const code = /\?code=([\w-]+)/.exec(text)?.[1];
  if (!code) throw new Error(`There is no link with a code in:\n${text}`);
  return code;
}

/** For tests without a worker. */
export async function mailsWaitingFor({ db }: TestBackend, { email }: Pick<Member, 'email'>): Promise<string[]> {
  const jobs = sql<{ payload: { mail: string; email: string } }>`
    select payload from graphile_worker._private_jobs order by id`;
  const { rows } = await jobs.execute(db);
  return rows.filter(({ payload }) => payload.email === email).map(({ payload }) => payload.mail);
}
