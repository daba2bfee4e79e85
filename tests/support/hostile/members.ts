import { randomUUID } from 'node:crypto';
import { demo } from '#backend/domain/account/ensure-demo';
import { exchange, type RawAnswer } from '#tests/support/raw-http';

const password = 'a long enough phrase';

async function post(port: number, path: string, body: object, token?: string): Promise<RawAnswer> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return exchange(port, { method: 'POST', path, headers, body: JSON.stringify(body) });
}

/** Throws on failure. */
export async function dataOf<T>(port: number, path: string, body: object, token?: string): Promise<T> {
  const { status, text } = await post(port, path, body, token);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

export async function newMember(
  port: number,
  root: string,
): Promise<{ email: string; password: string; token: string }> {
  const email = `${randomUUID()}@example.com`;
  const place = `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': place };
  const body = JSON.stringify({ email, password });
  const answer = await exchange(port, { method: 'POST', path: `${root}/email/register`, headers, body });
  if (answer.status !== 200) throw new Error(`The registration was answered ${answer.status}: ${answer.text}`);
  const { token } = await dataOf<{ token: string }>(port, `${root}/email/login`, { email, password });
  return { email, password, token };
}

export async function demoToken(port: number, root: string): Promise<string> {
  const { email, password: secret } = demo;
  return (await dataOf<{ token: string }>(port, `${root}/email/login`, { email, password: secret })).token;
}

export async function sessionCookie(port: number, who: { email: string; password: string } = demo): Promise<string> {
  const { headers, status } = await exchange(port, {
    method: 'POST',
    path: '/login',
    headers: { origin: `http://localhost:${port}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: who.email, password: who.password }).toString(),
  });
  const cookie = headers['set-cookie']?.split(';')[0];
  if (status !== 302 || !cookie) throw new Error(`The sign-in was answered ${status}.`);
  return cookie;
}
