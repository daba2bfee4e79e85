import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';

import { patience } from './patience';

export interface Credentials {
  email: string;
  password: string;
}

/** Confirmed by the outbox's mail. Browser test files need separate accounts to run side by side. */
export async function confirmedAccount(siteUrl: string): Promise<Credentials> {
  const account = { email: `${randomUUID()}@example.com`, password: 'a long enough phrase' };
  const registered = await fetch(new URL('/api/email/register', siteUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  expect(registered.status).toBe(200);
  await expect.poll(() => activationMail(siteUrl, account.email), patience).toBeDefined();
  const mail = await textOf(siteUrl, (await activationMail(siteUrl, account.email))!);
  const code = /code=([\w-]+)/.exec(mail)![1];
  expect((await fetch(new URL(`/api/email/activate?code=${code}`, siteUrl))).status).toBe(200);
  return account;
}

async function activationMail(siteUrl: string, email: string): Promise<string | undefined> {
  const outbox = await textOf(siteUrl, '/dev/outbox');
  return [...outbox.matchAll(/<a href="([^"]+)">[^<]+<\/a> to ([^ ]+) /g)].find(([, , to]) => to === email)?.[1];
}

const textOf = async (siteUrl: string, path: string) => (await fetch(new URL(path, siteUrl))).text();
